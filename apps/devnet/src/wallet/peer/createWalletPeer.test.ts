import { randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64, hex } from '@scure/base'
import { createClient, http, parseEther, toHex, verifyMessage, verifyTypedData } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fundAccount } from '../../fundAccount.js'
import type { RunningRelay } from '../../relay/runningRelay.js'
import { startRelay } from '../../relay/startRelay.js'
import { type Devnet, startDevnet } from '../../startDevnet.js'
import { createWalletKeys } from '../createWalletKeys.js'
import { type Dapp, startDapp } from '../testing/startDapp.js'
import type { WalletNetworks } from '../walletNetworks.js'
import { createWalletPeer } from './createWalletPeer.js'
import type { CreateWalletPeerOptions, WalletPeer } from './walletPeer.js'

const [one, two] = ['eip155:31337', 'eip155:31338']

describe('createWalletPeer', () => {
  let devnet: Devnet
  let relay: RunningRelay
  let networks: WalletNetworks
  const wallets: WalletPeer[] = []
  const dapps: Dapp[] = []

  beforeAll(async () => {
    devnet = await startDevnet({ solana: true })
    networks = { evm: devnet.chains, ...(devnet.solana && { solana: devnet.solana.network }) }
  })
  afterAll(() => devnet.stop())
  beforeEach(async () => {
    relay = await startRelay()
  })
  afterEach(async () => {
    await Promise.all(wallets.splice(0).map((wallet) => wallet.destroy()))
    await Promise.all(dapps.splice(0).map((dapp) => dapp.stop()))
    await relay.stop()
  })
  const startWallet = async (options: Partial<CreateWalletPeerOptions> = {}): Promise<WalletPeer> => {
    const wallet = await createWalletPeer({ relayUrl: relay.url, keys: createWalletKeys(), networks, ...options })
    wallets.push(wallet)
    return wallet
  }
  const start = async (): Promise<Dapp> => {
    const rpcMap = Object.fromEntries(devnet.chains.map(({ id, rpcUrl }) => [`eip155:${id}`, rpcUrl]))
    const dapp = await startDapp({ relayUrl: relay.url, rpcMap })
    dapps.push(dapp)
    return dapp
  }
  const solanaChain = (): string => networks.solana?.caipNetworkId ?? ''

  it('approves a session with an account on each chain that was asked for and that it has', async () => {
    const [wallet, dapp] = [await startWallet(), await start()]
    const { uri, session } = await dapp.pair([one, 'eip155:1', solanaChain()])
    await wallet.pair(uri)
    const { namespaces } = await session
    const { addresses } = wallet.getState()
    expect(namespaces['eip155']?.accounts).toEqual([`${one}:${addresses.eip155}`])
    expect(namespaces['solana']?.accounts).toEqual([`${solanaChain()}:${addresses.solana}`])
    await vi.waitFor(() => expect(wallet.getState().sessions).toMatchObject([{ app: { name: 'Test app' } }]))
  })
})
