import { createModalCore, type Network } from '@latchkey/core'
import { type DevnetChain, fundAccount, startDevnet } from '@latchkey/devnet'
import {
  assertCase,
  type ConnectorSubject,
  connectorCases,
  createEvmWallet,
  createTestUser,
  plainContext,
} from '@latchkey/testing'
import { http, parseEther, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Config, createConfig, createStorage, injected, noopStorage } from 'wagmi'
import { toNetwork } from '../../networks.js'
import { wagmiEvm } from './adapter.js'

let devnet: Awaited<ReturnType<typeof startDevnet>>
beforeAll(async () => {
  devnet = await startDevnet()
})
afterAll(() => devnet.stop())

const payment = { to: '0x00000000000000000000000000000000000000ff', value: 1n } as const
const describeChain = ({ rpcUrl, ...chain }: DevnetChain): Network =>
  toNetwork({ ...chain, rpcUrls: { default: { http: [rpcUrl] } } })

/** A wallet behind one of wagmi's own connectors, in the config of the app. */
const subject: ConnectorSubject = {
  async create() {
    const { chains } = devnet
    const [main, other = main] = chains
    const accounts = [generatePrivateKey(), generatePrivateKey()] as const
    const { address } = privateKeyToAccount(accounts[0])
    await fundAccount(main.rpcUrl, address, parseEther('1'))
    const { ask, controls } = createTestUser()
    const wallet = createEvmWallet({ name: 'Scripted', rdns: 'example.scripted', accounts, chains, ask })

    vi.stubGlobal('window', new EventTarget())
    const config = createConfig({
      chains: chains.map(describeChain) as never,
      connectors: [
        injected({ target: { id: 'example.scripted', name: 'Scripted', provider: wallet.provider as never } }),
      ],
      transports: Object.fromEntries(chains.map(({ id, rpcUrl }) => [id, http(rpcUrl)])),
      storage: createStorage({ storage: noopStorage }),
    }) as unknown as Config
    const ended = new AbortController()
    const { env } = createModalCore({ adapters: [], env: { window: () => null } })
    const instance = wagmiEvm({ config }).setup({
      ...plainContext,
      env,
      signal: ended.signal,
      getNetworks: () => chains.map(describeChain),
    })
    const [connector] = instance.getConnectors()
    if (!connector) throw new Error('The connector is not offered.')
    return {
      connector,
      namespace: 'eip155',
      network: describeChain(main),
      otherNetwork: describeChain(other),
      wallet: {
        ...controls,
        prompts: () => wallet.prompts,
        selectAccount: wallet.selectAccount,
        selectNetwork: (id) => wallet.selectChain(Number(id.split(':')[1])),
        revokeAccess: wallet.disconnectSite,
        canRevoke: true,
      },
      checks: {
        'message:sign': {
          request: { message: 'Hello' },
          verify: (signature) => verifyMessage({ address, message: 'Hello', signature: signature as '0x' }),
        },
        'transaction:send': { request: { transaction: payment }, verify: (hash) => /^0x[\da-f]{64}$/.test(hash) },
        'calls:send': { request: { bundle: { calls: [payment, payment] } }, verify: (id) => /^0x/.test(id) },
      },
      destroy() {
        ended.abort()
        instance.destroy()
      },
    }
  },
}

// wagmi keeps its own listeners; the rest is tested with the connectors of this package
const absent = /no listener on the wallet|^(features: all others|transaction:sign|typedData:sign)/

describe('a connector of wagmi', () => {
  for (const item of connectorCases)
    it(item.name, () => expect(assertCase(item, subject, absent)).resolves.toBeUndefined())
})
