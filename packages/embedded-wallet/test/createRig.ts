import type {
  AdapterInstance,
  Connector,
  ConnectorEvents,
  ConnectResult,
  Env,
  Namespace,
  Network,
  PluginContext,
  SyncStorage,
} from '@latchkey/core'
import { createTestContext, createTestPage } from '@latchkey/testing'
import { onTestFinished } from 'vitest'
import { createConnector } from '../src/createConnector.js'
import { createWallet } from '../src/createWallet.js'
import type { EvmProvider } from '../src/namespaces/createEvmProvider.js'
import { createPortClient, type PortClient } from './createPortClient.js'
import { createTestAdapters } from './createTestAdapters.js'
import { createTestFrame, type TestFrame, type TestFrameOptions } from './createTestFrame.js'
import { base, mainnet, solanaDevnet, solanaMainnet, toNetwork } from './networks.js'

export type RigOptions = TestFrameOptions & {
  readonly networks?: readonly Network[] | undefined
  readonly env?: Partial<Env> | undefined
  readonly storage?: SyncStorage | undefined
  /** Extra properties of the page's window. */
  readonly page?: object | undefined
  /** Whether the app offers logins. Default: true. */
  readonly hasLogins?: boolean | undefined
  readonly adapters?: ReadonlyMap<Namespace, AdapterInstance> | undefined
}

/** An app with an embedded wallet whose frame runs in the same process. */
export type Rig = {
  readonly connector: Connector
  readonly context: PluginContext
  readonly frame: TestFrame
  /** Returns the wallet's client, once it is loaded. */
  getClient(): PortClient
  readonly events: readonly (readonly [keyof ConnectorEvents, ConnectorEvents[keyof ConnectorEvents]])[]
  readonly warnings: readonly unknown[]
  login(): Promise<void>
  connect(namespace?: Namespace, network?: Network, silent?: boolean): Promise<ConnectResult>
  getEvm(): Promise<EvmProvider>
  /** Simulates the destruction of the modal. */
  end(): void
}

const email = 'known@example.org'

export function createMemory(): SyncStorage & { readonly items: Map<string, string> } {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

export function createRig(options: RigOptions = {}): Rig {
  const { networks = [mainnet, base, solanaMainnet, solanaDevnet].map((id) => toNetwork(id as never)) } = options
  const storage = options.storage ?? createMemory()
  const page = Object.assign(createTestPage(), { location: new URL('https://app.example/') }, options.page)
  const plain = createTestContext({ page, env: { storage: () => storage, ...options.env }, networks })
  const warnings: unknown[] = []
  const context: PluginContext = {
    ...plain,
    warn: (cause) => void warnings.push(cause),
    getAdapter: (namespace) => adapters.get(namespace),
    hasLogins: () => options.hasLogins ?? true,
    getTheme: () => ({ mode: 'dark', variables: { '--lk-accent': '#123456' } }),
  }
  const adapters = options.adapters ?? createTestAdapters(context.env)
  const frame = createTestFrame(options)
  let client: PortClient | undefined
  const connector = createConnector({
    context,
    load: async (meta, emit, result) => {
      client = createPortClient(context, frame.port)
      return createWallet({ meta, context, client, emit, result })
    },
  })
  const events: (readonly [keyof ConnectorEvents, ConnectorEvents[keyof ConnectorEvents]])[] = []
  for (const event of ['change', 'disconnect', 'approval', 'permission', 'notAllowed'] as const)
    connector.on(event, (data) => void events.push([event, data]))
  const end = (): void => {
    connector.destroy()
    plain.end()
  }
  onTestFinished(end)
  const { signal } = new AbortController()
  return {
    connector,
    context,
    frame,
    events,
    warnings,
    end,
    getClient() {
      if (!client) throw new Error('The wallet is not loaded.')
      return client
    },
    async login() {
      await connector.features['email:login']?.({ email, signal })
      await connector.features['email:verify']?.({ code: '123456', signal })
    },
    connect: (namespace = 'eip155', network, silent = false) =>
      connector.connect({ namespace, network, silent, signal }),
    getEvm: async () => (await connector.getProvider({ namespace: 'eip155' })) as EvmProvider,
  }
}
