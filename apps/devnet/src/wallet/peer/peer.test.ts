import { randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import {
  Connection,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { createClient, http, parseEther, toHex, verifyMessage, verifyTypedData } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type RunningRelay, startRelay } from '../../relay/relay.js'
import { fundAccount, fundSolana } from '../../rpc/funding.js'
import { type Devnet, startDevnet } from '../../startDevnet.js'
import type { WalletNetworks } from '../signer.js'
import { createWalletKeys } from '../signers.js'
import { type Dapp, startDapp } from '../testing/startDapp.js'
import { type CreateWalletPeerOptions, createWalletPeer, type WalletPeer } from './peer.js'

const [one, two] = ['eip155:31337', 'eip155:31338'] as const

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

  it('approves a session with an account on each requested chain that it supports', async () => {
    const [wallet, dapp] = [await startWallet(), await start()]
    const { uri, session } = await dapp.pair([one, 'eip155:1', solanaChain()])
    await wallet.pair(uri)
    const { namespaces } = await session
    const { addresses } = wallet.getState()
    expect(namespaces['eip155']?.accounts).toEqual([`${one}:${addresses.eip155}`])
    expect(namespaces['solana']?.accounts).toEqual([`${solanaChain()}:${addresses.solana}`])
    await vi.waitFor(() => expect(wallet.getState().sessions).toMatchObject([{ app: { name: 'Test app' } }]))
  })

  const connect = async (options: Partial<CreateWalletPeerOptions> = {}): Promise<[WalletPeer, Dapp, string]> => {
    const [wallet, dapp] = [await startWallet(options), await start()]
    const { uri, session } = await dapp.pair([one, two, solanaChain()])
    await wallet.pair(uri)
    const { topic } = await session
    await vi.waitFor(() => expect(wallet.getState().sessions).toHaveLength(1))
    return [wallet, dapp, topic]
  }
  const evmAddress = (wallet: WalletPeer): `0x${string}` => (wallet.getState().addresses.eip155 ?? '') as `0x${string}`

  it('signs messages and typed data on EVM, only with the connected account', async () => {
    const [wallet, dapp] = await connect()
    const address = evmAddress(wallet)
    const signature = await dapp.provider.request<`0x${string}`>(
      { method: 'personal_sign', params: [toHex('hello'), address] },
      one,
    )
    expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
    const domain = { name: 'Test', chainId: 31_337 } as const
    const types = { Order: [{ name: 'amount', type: 'uint256' }] } as const
    const typed = { domain, types, primaryType: 'Order', message: { amount: 7n } } as const
    const text = JSON.stringify(typed, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    const signed = await dapp.provider.request<`0x${string}`>(
      { method: 'eth_signTypedData_v4', params: [address, text] },
      one,
    )
    expect(await verifyTypedData({ address, ...typed, signature: signed })).toBe(true)
    const other = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    const request = dapp.provider.request({ method: 'personal_sign', params: [toHex('hello'), other] }, one)
    await expect(request).rejects.toMatchObject({ code: 4_100 })
  })

  it('sends a transaction on the EVM chain of the request, and returns the error of its node', async () => {
    const [wallet, dapp] = await connect()
    const from = evmAddress(wallet)
    const send = (value: string): Promise<`0x${string}`> =>
      dapp.provider.request({ method: 'eth_sendTransaction', params: [{ from, to: from, value }] }, two)
    await expect(send('0x1')).rejects.toMatchObject({ code: -32_000 })
    const { rpcUrl } = devnet.chains[1] ?? devnet.chains[0]
    await fundAccount(rpcUrl, from, parseEther('1'))
    const client = createClient({ transport: http(rpcUrl), pollingInterval: 50 })
    expect((await waitForTransactionReceipt(client, { hash: await send('0x1') })).status).toBe('success')
  })

  it('signs messages, and signs and sends transactions, on Solana', async () => {
    const [wallet, dapp] = await connect()
    const address = wallet.getState().addresses.solana ?? ''
    const message = randomBytes(40)
    const ask = <Answer>(method: string, params: object): Promise<Answer> =>
      dapp.provider.request({ method, params: params as never }, solanaChain())
    const signed = await ask<{ signature: string }>('solana_signMessage', {
      message: base58.encode(message),
      pubkey: address,
    })
    expect(ed25519.verify(base58.decode(signed.signature), message, base58.decode(address))).toBe(true)

    const { rpcUrl = '', wsUrl = '' } = devnet.solana ?? {}
    await fundSolana(rpcUrl, address, 1_000_000_000)
    const connection = new Connection(rpcUrl, { wsEndpoint: wsUrl })
    const payer = new PublicKey(address)
    const transfer = SystemProgram.transfer({ fromPubkey: payer, toPubkey: payer, lamports: 5 })
    const { blockhash } = await connection.getLatestBlockhash()
    const legacy = new Transaction({ feePayer: payer, recentBlockhash: blockhash }).add(transfer)
    const message0 = new TransactionMessage({ payerKey: payer, recentBlockhash: blockhash, instructions: [transfer] })
    const versioned = new VersionedTransaction(message0.compileToV0Message())
    const transactions = [legacy.serialize({ requireAllSignatures: false }), versioned.serialize()]
    const encoded = transactions.map((bytes) => base64.encode(bytes))
    const all = await ask<{ transactions: string[] }>('solana_signAllTransactions', { transactions: encoded })
    for (const transaction of all.transactions)
      expect(
        await connection.simulateTransaction(VersionedTransaction.deserialize(base64.decode(transaction))),
      ).toMatchObject({
        value: { err: null },
      })
    const alone = await ask<{ transaction: string }>('solana_signTransaction', { transaction: encoded[1] })
    expect(alone.transaction).toBe(all.transactions[1])
    const sent = await ask<{ signature: string }>('solana_signAndSendTransaction', { transaction: encoded[0] })
    const { value } = await connection.getSignatureStatus(sent.signature)
    expect(value?.err).toBe(null)
    const foreign = new Transaction({ feePayer: PublicKey.unique(), recentBlockhash: blockhash }).add(transfer)
    const cut = base64.encode(randomBytes(3))
    for (const transaction of [cut, base64.encode(foreign.serialize({ requireAllSignatures: false })).slice(0, 40)])
      await expect(ask('solana_signTransaction', { transaction })).rejects.toBeDefined()
  })

  it('switches to a known chain, adds a new one, and rejects unknown or invalid ones', async () => {
    const [wallet, dapp] = await connect()
    const ask = (method: string, params: object): Promise<unknown> =>
      dapp.provider.client.request({
        topic: dapp.provider.session?.topic ?? '',
        chainId: one,
        request: { method, params: [params] },
      })
    await ask('wallet_switchEthereumChain', { chainId: '0x7a6a' })
    expect(wallet.getState().activeChains.eip155).toBe(two)
    await vi.waitFor(() => expect(dapp.events).toContainEqual(['chainChanged', '31338']))
    await expect(ask('wallet_switchEthereumChain', { chainId: '0x1' })).rejects.toMatchObject({ code: 4_902 })
    for (const bad of [{}, { chainId: '1', rpcUrls: ['http://x'] }, { chainId: '0x1', rpcUrls: ['file:///x'] }])
      await expect(ask('wallet_addEthereumChain', bad)).rejects.toMatchObject({ code: -32_602 })
    const { rpcUrl } = devnet.chains[0]
    await ask('wallet_addEthereumChain', { chainId: '0x539', rpcUrls: [rpcUrl], chainName: 'Added' })
    expect(wallet.getState().activeChains.eip155).toBe('eip155:1337')
    expect(wallet.getState().sessions[0]?.accounts).toContain(`eip155:1337:${evmAddress(wallet)}`)
    await vi.waitFor(() => expect(dapp.provider.session?.namespaces['eip155']?.chains).toContain('eip155:1337'))
  })

  it('notifies apps when it switches its account, and signs with the new one', async () => {
    const [wallet, dapp] = await connect()
    const before = evmAddress(wallet)
    await wallet.switchAccount(1)
    const address = evmAddress(wallet)
    expect(address).not.toBe(before)
    await vi.waitFor(() => expect(dapp.events).toContainEqual(['accountsChanged', [address]]))
    const signature = await dapp.provider.request<`0x${string}`>(
      { method: 'personal_sign', params: [toHex('hello'), address] },
      one,
    )
    expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
    await expect(wallet.switchChain('eip155:9')).rejects.toThrow('does not have chain')
  })

  it('rejects, approves or ignores proposals and requests as decided with the ask policy', async () => {
    const wallet = await startWallet({ policy: { proposals: 'ask', requests: 'ask' } })
    const dapp = await start()
    const first = await dapp.pair([one, solanaChain()])
    await wallet.pair(first.uri)
    await vi.waitFor(() => expect(wallet.getState().proposals).toHaveLength(1))
    await wallet.rejectProposal(wallet.getState().proposals[0]?.id ?? 0)
    await expect(first.session).rejects.toMatchObject({ code: 5_000 })
    await expect(wallet.approveProposal(1)).rejects.toThrow('Unknown proposal')

    const second = await dapp.pair([one, solanaChain()])
    await wallet.pair(second.uri)
    await vi.waitFor(() => expect(wallet.getState().proposals).toMatchObject([{ chains: [one, solanaChain()] }]))
    await wallet.approveProposal(wallet.getState().proposals[0]?.id ?? 0, [one])
    expect(Object.keys((await second.session).namespaces)).toEqual(['eip155'])

    const sign = (): Promise<unknown> =>
      dapp.provider.request({ method: 'personal_sign', params: [toHex('hello'), evmAddress(wallet)] }, one)
    const isAsked = (count: number) => vi.waitFor(() => expect(wallet.getState().requests).toHaveLength(count))
    // one by one: this client builds request IDs from the millisecond and three digits, which may collide
    const rejected = sign()
    await isAsked(1)
    const approved = sign()
    await isAsked(2)
    const ignored = sign()
    ignored.catch(() => undefined)
    await isAsked(3)
    const [toReject, toApprove, toIgnore] = wallet.getState().requests.map(({ id }) => id)
    await wallet.rejectRequest(toReject ?? 0)
    await expect(rejected).rejects.toMatchObject({ code: 5_000 })
    await wallet.approveRequest(toApprove ?? 0)
    expect(await approved).toMatch(/^0x/)
    wallet.ignore(toIgnore ?? 0)
    expect(wallet.getState().requests).toEqual([])
    await expect(wallet.approveRequest(toIgnore ?? 0)).rejects.toThrow('Unknown request')
  })

  it('approves the chains of its policy, whatever chains were requested', async () => {
    const wallet = await startWallet({ policy: { chains: ['eip155:999', two] } })
    const dapp = await start()
    const { uri, session } = await dapp.pair([one])
    await wallet.pair(uri)
    expect((await session).namespaces['eip155']?.chains?.toSorted()).toEqual([two, 'eip155:999'].toSorted())
  })

  it('extends a session, emits an event, and deletes the session for both sides', async () => {
    const [wallet, dapp, topic] = await connect()
    const before = wallet.getState().sessions[0]?.expiresAt ?? 0
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 86_400_000)
    await wallet.extendSession(topic)
    vi.useRealTimers()
    expect(wallet.getState().sessions[0]?.expiresAt).toBeGreaterThanOrEqual(before + 86_000_000)
    await wallet.emit(topic, { name: 'chainChanged', data: 77, chain: one })
    await vi.waitFor(() => expect(dapp.events.map(([name]) => name)).toContain('chainChanged'))
    await wallet.deleteSession(topic)
    await vi.waitFor(() => expect(dapp.events.map(([name]) => name)).toContain('session_delete'))
    expect(wallet.getState().sessions).toEqual([])
  })

  it('sends HTTP requests to no host but the local relay and chains', async () => {
    const asked: string[] = []
    const real = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      asked.push(new URL(input instanceof Request ? input.url : input).hostname)
      return real(input, init)
    })
    const [wallet, dapp] = await connect()
    await dapp.provider.request({ method: 'personal_sign', params: [toHex('x'), evmAddress(wallet)] }, one)
    await wallet.deleteSession(wallet.getState().sessions[0]?.topic ?? '')
    expect(asked.filter((host) => host !== '127.0.0.1')).toEqual([])
  })
})
