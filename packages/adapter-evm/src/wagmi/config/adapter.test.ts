import { getConnection as getModalConnection, getConnections as getModalConnections } from '@latchkey/core'
import {
  connect as connectModal,
  disconnect as disconnectModal,
  fetchBalance,
  signMessage,
  switchConnection as switchModalConnection,
  switchNetwork,
} from '@latchkey/core/controllers'
import { TimedOutError } from '@latchkey/core/plugin'
import { devAccount, devPrivateKey, type RunningAnvil, startAnvil } from '@latchkey/devnet'
import { custom, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type CreateConnectorFn, createConfig, injected, mock } from 'wagmi'
import { connect, disconnect, getConnection, getConnections, switchChain, switchConnection } from 'wagmi/actions'
import { createNetwork } from '../../../test/createNetwork.js'
import { createWagmiApps, first, second, type WagmiApp, type WagmiApps } from '../../../test/createWagmiApps.js'
import { settle } from '../../../test/setUpConnector.js'

let chains: readonly [RunningAnvil, RunningAnvil]

let apps: WagmiApps

beforeAll(async () => {
  chains = await Promise.all([startAnvil({ chainId: 31_337 }), startAnvil({ chainId: 31_338 })])
})

beforeEach(() => {
  apps = createWagmiApps({ chains, accounts: [devPrivateKey(0), devPrivateKey(1)] })
})

afterEach(() => apps.close())

afterAll(async () => {
  for (const chain of chains) await chain.stop()
})

const accounts = [devAccount(0).address, devAccount(1).address] as const

const start = (options?: Parameters<WagmiApps['load']>[0]): WagmiApp => {
  const app = apps.load(options)
  app.modal.start()
  return app
}

const byId = ({ config }: WagmiApp, id: string) => {
  const connector = config.connectors.find((candidate) => candidate.id === id)
  if (!connector) throw new Error(`wagmi has no connector ${id}.`)
  return connector
}

type Shown = { readonly wagmi: unknown; readonly modal: unknown }

/** Reads the connection of both sides, which has to be the same. */
const read = ({ config, modal }: WagmiApp): Shown => {
  const { address, chainId, status, connector } = getConnection(config)
  const own = getModalConnection(modal.getState(), 'eip155')
  return {
    wagmi: status === 'connected' ? [connector.id, address, `eip155:${chainId}`] : status,
    modal: own
      ? [own.connectorId, own.accounts[0].address, own.caipNetworkId]
      : modal.getState().namespaces.eip155?.connection.status,
  }
}

const both = (...connection: readonly [string, string, string]) => ({ wagmi: connection, modal: connection })

const neither = { wagmi: 'disconnected', modal: 'disconnected' }

const untilBoth = (app: WagmiApp, expected: Shown) => vi.waitFor(() => expect(read(app)).toEqual(expected), 5_000)

const prompts = ({ wallets }: WagmiApp) => wallets.reduce((sum, wallet) => sum + wallet.prompts, 0)

const rows = ({ modal }: WagmiApp) => modal.getState().connectors.map(({ id }) => id)

describe('connectors and networks', () => {
  test('the modal lists the connectors of the config, and each announced wallet once', async () => {
    const app = start({ connectors: [mock({ accounts: [accounts[0]] })] })
    expect(rows(app)).toEqual(['mock', first, second])
    expect(app.modal.getState().connectors).toMatchObject([
      { type: 'EXTERNAL', name: 'Mock Connector' },
      { type: 'ANNOUNCED', rdns: first, name: `Wallet ${first}`, icon: expect.stringMatching(/^data:image/) },
      { type: 'ANNOUNCED', rdns: second },
    ])
  })

  test('a wallet that announces itself late is added', async () => {
    const app = start({ announceAfter: 50 })
    expect(rows(app)).toEqual([])
    await vi.waitFor(() => expect(rows(app)).toEqual([first, second]))
  })

  test('window.ethereum is listed only if no wallet has announced itself', async () => {
    const prepare = (page: { ethereum?: unknown }) => {
      page.ethereum = { request: async () => [], on: () => undefined, removeListener: () => undefined }
    }
    const alone = start({ connectors: [injected()], wallets: [], prepare })
    await vi.waitFor(() => expect(rows(alone)).toEqual(['injected']))
    expect(alone.modal.getState().connectors[0]).toMatchObject({ type: 'INJECTED', name: 'Browser Wallet' })
    const beside = start({ connectors: [injected()], prepare })
    const without = start({ connectors: [injected()], wallets: [] })
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(rows(beside)).toEqual([first, second])
    expect(rows(without)).toEqual([])
  })

  test('the networks are the chains of the config', () => {
    const { modal } = start()
    expect(modal.getState().networks.map(({ caipNetworkId }) => caipNetworkId)).toEqual([
      'eip155:31337',
      'eip155:31338',
    ])
  })

  test('unsafe characters are removed from the name of a wallet', () => {
    const target = { id: 'io.odd', name: 'Odd\u202eName', provider: { request: async () => [] } as never }
    const { modal } = start({ connectors: [injected({ target })], wallets: [] })
    expect(modal.getState().connectors).toMatchObject([{ id: 'io.odd', name: 'OddName', icon: undefined }])
  })
})

describe('from the modal to wagmi', () => {
  test('wagmi follows connect, switchNetwork and disconnect of the modal', async () => {
    const app = start()
    await connectModal(app.modal, { connectorId: first })
    await untilBoth(app, both(first, accounts[0], 'eip155:31337'))
    expect(prompts(app)).toBe(1)
    await switchNetwork(app.modal, { network: 'eip155:31338' })
    await untilBoth(app, both(first, accounts[0], 'eip155:31338'))
    expect(app.config.state.chainId).toBe(31_338)
    await disconnectModal(app.modal)
    await untilBoth(app, neither)
    expect(app.wallets[0]?.isConnected).toBe(false)
  })

  test('waits for a network switch that a wagmi connector reports just after its reply', async () => {
    const late: CreateConnectorFn = (config) => {
      const connector = mock({ accounts: [accounts[0]] })(config)
      return { ...connector, onChainChanged: (chain) => void setTimeout(() => connector.onChainChanged(chain), 50) }
    }
    const app = start({ connectors: [late] })
    await connectModal(app.modal, { connectorId: 'mock' })
    await switchNetwork(app.modal, { network: 'eip155:31338' })
    await untilBoth(app, both('mock', accounts[0], 'eip155:31338'))
  })

  test('error: CHAIN_NOT_SWITCHED if a wagmi connector replies without switching', async () => {
    const lying: CreateConnectorFn = (config) => ({
      ...mock({ accounts: [accounts[0]] })(config),
      onChainChanged: () => undefined,
    })
    const app = start({ connectors: [lying] })
    await connectModal(app.modal, { connectorId: 'mock' })
    await expect(switchNetwork(app.modal, { network: 'eip155:31338' })).rejects.toMatchObject({
      code: 'CHAIN_NOT_SWITCHED',
    })
    await untilBoth(app, both('mock', accounts[0], 'eip155:31337'))
  })

  for (const [name, end] of [
    ['fails to disconnect', () => Promise.reject(new Error('The relay is unreachable.'))],
    ['does not reply', () => new Promise<never>(() => undefined)],
  ] as const)
    test(`error: DISCONNECT_FAILED, with both disconnected, if a wagmi connector ${name}`, async () => {
      const stuck: CreateConnectorFn = (config) => ({ ...mock({ accounts: [accounts[0]] })(config), disconnect: end })
      const app = start({ connectors: [stuck] })
      await connectModal(app.modal, { connectorId: 'mock' })
      await expect(disconnectModal(app.modal)).rejects.toMatchObject({ code: 'DISCONNECT_FAILED' })
      await untilBoth(app, neither)
    })

  test('another wallet replaces the first one in both', async () => {
    const app = start()
    await connectModal(app.modal, { connectorId: first })
    await connectModal(app.modal, { connectorId: second })
    await untilBoth(app, both(second, accounts[1], 'eip155:31337'))
    await vi.waitFor(() => expect(getConnections(app.config)).toHaveLength(1))
  })

  test('a rejected connection leaves both unchanged', async () => {
    const app = start()
    await connectModal(app.modal, { connectorId: first })
    app.wallets[1]?.script({ methods: { '*': { kind: 'reject' } } })
    await expect(connectModal(app.modal, { connectorId: second })).rejects.toMatchObject({
      code: 'CONNECTION_REJECTED',
    })
    await untilBoth(app, both(first, accounts[0], 'eip155:31337'))
  })

  test('an approval that arrives after the user has canceled is undone in both', async () => {
    const app = start({ wallets: [first] })
    app.wallets[0]?.script({ methods: { wallet_requestPermissions: { kind: 'hang' } } })
    const controller = new AbortController()
    const asking = connectModal(app.modal, { connectorId: first, signal: controller.signal })
    await vi.waitFor(() => expect(app.wallets[0]?.prompts).toBe(1))
    controller.abort()
    await expect(asking).rejects.toMatchObject({ code: 'ABORTED' })
    app.wallets[0]?.release()
    await vi.waitFor(() => expect(app.wallets[0]?.requests.map(({ method }) => method)).toContain('eth_chainId'))
    await untilBoth(app, neither)
    expect(app.wallets[0]?.isConnected).toBe(false)
    expect(app.warnings).toEqual([])
  })

  test('prompts again after an attempt that timed out, and keeps that connection if the first prompt is approved later', async () => {
    const app = start({ wallets: [first] })
    app.wallets[0]?.script({ methods: { wallet_requestPermissions: [{ kind: 'hang' }] } })
    const controller = new AbortController()
    const asking = connectModal(app.modal, { connectorId: first, signal: controller.signal })
    await vi.waitFor(() => expect(app.wallets[0]?.prompts).toBe(1))
    controller.abort(new TimedOutError())
    await expect(asking).rejects.toMatchObject({ code: 'TIMED_OUT' })
    await connectModal(app.modal, { connectorId: first })
    await untilBoth(app, both(first, accounts[0], 'eip155:31337'))
    app.wallets[0]?.release()
    await settle()
    await untilBoth(app, both(first, accounts[0], 'eip155:31337'))
    expect(app.wallets[0]?.isConnected).toBe(true)
  })

  test('the modal signs with the wallet and reads the balance', async () => {
    const app = start()
    await connectModal(app.modal, { connectorId: first })
    const signature = await signMessage(app.modal, { message: 'Hello' })
    expect(await verifyMessage({ address: accounts[0], message: 'Hello', signature: signature as '0x' })).toBe(true)
    expect(await fetchBalance(app.modal)).toMatchObject({ symbol: 'ETH', balance: expect.stringMatching(/^\d{4,}/) })
  })
})

describe('from wagmi to the modal', () => {
  test('the modal follows connect, switchChain and disconnect of wagmi', async () => {
    const app = start()
    await connect(app.config, { connector: byId(app, first) })
    await untilBoth(app, both(first, accounts[0], 'eip155:31337'))
    await switchChain(app.config, { chainId: 31_338 })
    await untilBoth(app, both(first, accounts[0], 'eip155:31338'))
    await disconnect(app.config)
    await untilBoth(app, neither)
    expect(prompts(app)).toBeLessThanOrEqual(3)
  })

  test('both follow account changes, chain changes and a disconnect of the wallet', async () => {
    const app = start()
    await connectModal(app.modal, { connectorId: first })
    app.wallets[0]?.selectAccount(1)
    await untilBoth(app, both(first, accounts[1], 'eip155:31337'))
    app.wallets[0]?.selectChain(31_338)
    await untilBoth(app, both(first, accounts[1], 'eip155:31338'))
    app.wallets[0]?.disconnectSite()
    await untilBoth(app, neither)
  })

  test('an account change without an event fails the next signature, and then shows in both', async () => {
    const app = start()
    await connectModal(app.modal, { connectorId: first })
    app.wallets[0]?.script({ methods: { eth_accounts: [{ kind: 'reply', value: [accounts[1]] }] } })
    await expect(signMessage(app.modal, { message: 'Hello' })).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
    await untilBoth(app, both(first, accounts[1], 'eip155:31337'))
  })

  test('a connection made before the modal starts is adopted without a prompt', async () => {
    const app = apps.load()
    await connect(app.config, { connector: byId(app, second) })
    const before = prompts(app)
    app.modal.start()
    await untilBoth(app, both(second, accounts[1], 'eip155:31337'))
    expect(prompts(app)).toBe(before)
  })

  test('the modal follows wagmi to another wallet', async () => {
    const app = start()
    await connectModal(app.modal, { connectorId: first })
    await connect(app.config, { connector: byId(app, second) })
    await untilBoth(app, both(second, accounts[1], 'eip155:31337'))
  })
})

describe('several connections', () => {
  test('stay side by side with multiWallet; switching on either side switches both', async () => {
    const app = start({ multiWallet: true })
    await connectModal(app.modal, { connectorId: first })
    await connect(app.config, { connector: byId(app, second) })
    await untilBoth(app, both(second, accounts[1], 'eip155:31337'))
    expect(getConnections(app.config)).toHaveLength(2)
    await switchConnection(app.config, { connector: byId(app, first) })
    await untilBoth(app, both(first, accounts[0], 'eip155:31337'))
    await switchModalConnection(app.modal, { namespace: 'eip155', connectorId: second })
    await untilBoth(app, both(second, accounts[1], 'eip155:31337'))
    expect(getConnections(app.config)).toHaveLength(2)
    expect(prompts(app)).toBe(2)
    await disconnect(app.config)
    await untilBoth(app, both(first, accounts[0], 'eip155:31337'))
  })

  test('an account change of the inactive one is shown and does not affect the active one', async () => {
    const app = start({ multiWallet: true })
    await connectModal(app.modal, { connectorId: first })
    await connectModal(app.modal, { connectorId: second })
    app.wallets[0]?.selectAccount(1)
    await vi.waitFor(() => {
      const beside = getModalConnections(app.modal.getState(), 'eip155').find(
        ({ connectorId }) => connectorId === first,
      )
      expect(beside?.address).toBe(accounts[1])
    })
    await untilBoth(app, both(second, accounts[1], 'eip155:31337'))
  })
})

describe('a reload', () => {
  for (const [name, mountFirst] of [
    ['wagmi is mounted first', true],
    ['the modal starts first', false],
  ] as const)
    for (const announceAfter of [undefined, 100])
      test(`restores both without a prompt if ${name} and wallets announce themselves ${announceAfter ? 'late' : 'at once'}`, async () => {
        const before = start()
        await connectModal(before.modal, { connectorId: second })
        await switchNetwork(before.modal, { network: 'eip155:31338' })
        await untilBoth(before, both(second, accounts[1], 'eip155:31338'))
        await settle()
        before.leave()

        const app = apps.load({ announceAfter })
        const mounting = mountFirst ? app.mount() : undefined
        app.modal.start()
        await (mounting ?? app.mount())
        await untilBoth(app, both(second, accounts[1], 'eip155:31338'))
        expect(prompts(app)).toBe(0)
      })

  test('restores several connections with their status', async () => {
    const before = start({ multiWallet: true })
    await connectModal(before.modal, { connectorId: first })
    await connectModal(before.modal, { connectorId: second })
    await settle()
    before.leave()

    const app = start({ multiWallet: true })
    await app.mount()
    await untilBoth(app, both(second, accounts[1], 'eip155:31337'))
    await vi.waitFor(() => {
      const statuses = getModalConnections(app.modal.getState(), 'eip155').map((item) => [
        item.connectorId,
        item.status,
      ])
      expect(statuses).toEqual([
        [second, 'active'],
        [first, 'connected'],
      ])
    })
    expect(getConnections(app.config)).toHaveLength(2)
    expect(prompts(app)).toBe(0)
  })

  test('restores the connection from the modal if no wagmi provider is mounted', async () => {
    const before = start()
    await connectModal(before.modal, { connectorId: first })
    await settle()
    before.leave()
    const app = start()
    await untilBoth(app, both(first, accounts[0], 'eip155:31337'))
    expect(prompts(app)).toBe(0)
  })

  test('restores nothing if the user had disconnected or the wallet is locked', async () => {
    const before = start()
    await connectModal(before.modal, { connectorId: first })
    await disconnectModal(before.modal)
    await settle()
    before.leave()
    const left = start()
    await left.mount()
    await untilBoth(left, neither)

    await connectModal(left.modal, { connectorId: first })
    await settle()
    left.leave()
    const locked = apps.load()
    locked.wallets[0]?.script({ locked: 'wait' })
    locked.modal.start()
    await locked.mount()
    await untilBoth(locked, neither)
    expect(prompts(locked)).toBe(0)
  })

  test('connects both to another wallet that the user connects while wagmi is restoring', async () => {
    const before = start()
    await connectModal(before.modal, { connectorId: first })
    await settle()
    before.leave()
    const app = apps.load()
    app.wallets[0]?.script({ methods: { eth_accounts: [{ kind: 'delay', ms: 300 }] } })
    app.modal.start()
    const mounting = app.mount()
    await connectModal(app.modal, { connectorId: second })
    await mounting
    await untilBoth(app, both(second, accounts[1], 'eip155:31337'))
  })

  test('lists the wallets of a server-rendered page once wagmi is mounted', async () => {
    const before = start()
    await connectModal(before.modal, { connectorId: first })
    await settle()
    before.leave()
    const app = start({ ssr: true })
    expect(rows(app)).toEqual([])
    const { _internal: inner } = app.config
    await (inner.store as unknown as { readonly persist: { rehydrate(): Promise<void> } }).persist.rehydrate()
    const found = inner.mipd?.getProviders() ?? []
    inner.connectors.setState((list) => [
      ...list,
      ...found.map((detail) => inner.connectors.setup(inner.connectors.providerDetailToConnector(detail))),
    ])
    await app.mount()
    await untilBoth(app, both(first, accounts[0], 'eip155:31337'))
    expect(rows(app)).toEqual([first, second])
  })
})

test('destroying the modal stops its listeners, and the config keeps working', async () => {
  const app = start()
  await connectModal(app.modal, { connectorId: first })
  app.modal.destroy()
  expect(getConnection(app.config)).toMatchObject({ status: 'connected' })
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  await disconnect(app.config)
  await connect(app.config, { connector: byId(app, second) })
  expect(getConnection(app.config)).toMatchObject({ status: 'connected', address: accounts[1] })
  expect(warn).not.toHaveBeenCalled()
})

test('reads go through the transports of the config', async () => {
  const asked: string[] = []
  const transport = custom({
    request: async ({ method }: { readonly method: string }) => {
      asked.push(method)
      return '0x7'
    },
  })
  const network = createNetwork(7, 'http://127.0.0.1:1')
  const config = createConfig({ chains: [network as never], transports: { 7: transport } })
  const { wagmiEvm } = await import('./adapter.js')
  const { createTestContext } = await import('@latchkey/testing')
  const instance = wagmiEvm({ config: config as never }).setup(createTestContext())
  const account = { namespace: 'eip155', address: accounts[0], type: 'eoa' } as const
  const request = { account, network, signal: new AbortController().signal }
  expect(await instance.features['balance:read']?.(request)).toEqual({ value: 7n, decimals: 18, symbol: 'ETH' })
  expect(asked).toEqual(['eth_getBalance'])
  instance.destroy()
})
