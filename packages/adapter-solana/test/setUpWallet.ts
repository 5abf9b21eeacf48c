import type {
  AdapterInstance,
  Connector,
  ConnectorEvents,
  ConnectRequest,
  ConnectResult,
  Env,
  Network,
} from '@latchkey/core'
import { createTestContext, createTestPage, type TestContext } from '@latchkey/testing'
import { createSolanaWallet, type SolanaWallet, type SolanaWalletOptions } from '@latchkey/testing/solana'
import { solana } from '../src/adapter.js'
import { solanaMainnet, toNetwork } from '../src/networks.js'

export type SetUpOptions = Partial<SolanaWalletOptions> & {
  readonly networks?: readonly Network[] | undefined
  readonly env?: Partial<Env> | undefined
}

export type TestWallet = {
  readonly wallet: SolanaWallet
  readonly connector: Connector
  readonly instance: AdapterInstance
  readonly context: TestContext
  readonly network: Network
  readonly connect: (request?: Partial<ConnectRequest>) => Promise<ConnectResult>
  /** Returns the common fields of feature requests, for the wallet's selected account. */
  readonly asked: () => Asked
  readonly events: readonly (ConnectorEvents['change'] | 'disconnect')[]
  /** Stops listening to events. */
  readonly stop: () => void
}

type Asked = {
  readonly account: ConnectResult['accounts'][0]
  readonly network: Network
  readonly signal: AbortSignal
}

/** Registers a scripted wallet on a page, discovers it through the adapter, and records its connector's events. */
export function setUpWallet({ networks = [toNetwork(solanaMainnet)], env, ...options }: SetUpOptions = {}): TestWallet {
  const page = Object.assign(createTestPage(), { location: { host: 'app.example' } })
  const context = createTestContext({ page, networks, ...(env && { env }) })
  const instance = solana().setup(context)
  const wallet = createSolanaWallet({ name: 'Scripted', accounts: [createSecret(1), createSecret(2)], ...options })
  wallet.register(page)
  const [connector] = instance.getConnectors()
  const [network] = networks
  if (!connector || !network) throw new Error('The wallet was not found.')
  const events: (ConnectorEvents['change'] | 'disconnect')[] = []
  const stops = [
    connector.on('change', (change) => void events.push(change)),
    connector.on('disconnect', () => void events.push('disconnect')),
  ]
  const { signal } = new AbortController()
  return {
    wallet,
    connector,
    instance,
    context,
    network,
    events,
    connect: (request) => connector.connect({ namespace: 'solana', silent: false, signal, ...request }),
    asked: () => ({
      account: { namespace: 'solana', address: wallet.selectedAccount, type: 'eoa' },
      network,
      signal,
    }),
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}

/** Creates a secret key; the same number gives the same key. */
export function createSecret(seed: number): Uint8Array {
  return new Uint8Array(32).fill(seed)
}

/** Waits long enough for promises and lazily loaded code. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}

/** Returns a feature of the connector. Throws if it is missing. */
export function getFeature<name extends keyof Connector['features']>(
  { connector }: TestWallet,
  name: name,
): NonNullable<Connector['features'][name]> {
  const feature = connector.features[name]
  if (!feature) throw new Error(`There is no ${name}.`)
  return feature as NonNullable<Connector['features'][name]>
}
