import {
  apiVersion,
  type Connector,
  type ConnectorMeta,
  type ConnectorPlugin,
  createConnectorEvents,
  lazily,
  loadModule,
  type Namespace,
  type PluginContext,
  pairingChecks,
} from '@latchkey/core'
import type { WalletConnectOptions } from './options.js'
import type { Remote } from './remote.js'

/**
 * Pairs with wallets on other devices and in other apps over a relay (WalletConnect 2), for all namespaces of the modal at once.
 * WalletConnect's client is loaded when the user starts pairing, or has a session from an earlier visit.
 *
 * @example createModal({ adapters: [evm(), solana(), walletConnect({ relayUrl: 'wss://relay.example' })] })
 */
export function walletConnect(options: WalletConnectOptions = {}): ConnectorPlugin {
  return {
    kind: 'connector',
    apiVersion,
    name: 'WalletConnect',
    networks: options.networks,
    checks: pairingChecks,
    setup: (context) => createConnector(context, options),
  }
}

function createConnector(context: PluginContext, options: WalletConnectOptions): Connector {
  const { on, emit, clear } = createConnectorEvents(context)
  const [first = 'eip155', ...others] = new Set(context.getNetworks().map(({ chainNamespace }) => chainNamespace))
  const namespaces: readonly [Namespace, ...Namespace[]] = [first, ...others]
  const meta: ConnectorMeta = { id: 'walletConnect', type: 'WALLET_CONNECT', name: 'WalletConnect', icon, namespaces }
  const ended = new AbortController()
  const { signal } = ended
  let remote: Remote | undefined

  const loadCode = (): Promise<typeof import('./remote.js')> =>
    withLocalStorage(() => loadModule(() => import('./remote.js')))
  const createLoad = (): (() => Promise<Remote>) =>
    lazily(async () => {
      signal.throwIfAborted()
      const { createRemote } = await loadCode()
      const made = await createRemote({ meta, context, options, isFollowing: followed !== undefined, emit, signal })
      remote = made
      if (signal.aborted) made.destroy()
      return made
    })
  let load = createLoad()
  /** The session of another tab for which storage was read again. */
  let followed: string | undefined

  /** Loads the client, again if another tab has replaced the session: a client reads its storage only when it starts. */
  const loadFor = async (sessionId: string | undefined): Promise<Remote> => {
    const made = await load()
    // `load` may have been replaced meanwhile, for another namespace of the same session
    if (sessionId === undefined || sessionId === followed || made.getSessionId() === sessionId) return load()
    followed = sessionId
    made.destroy()
    remote = undefined
    load = createLoad()
    return load()
  }

  return {
    meta,
    features: {
      'pairing:start': async (request) => (await load()).pair(request),
      'login:reopen': async ({ namespace }) => ({ view: 'ConnectingWalletConnect', params: { namespace } }),
    },
    getFeatures: (namespace) => remote?.getFeatures(namespace) ?? {},
    prepare() {
      loadCode().catch(() => undefined) // reported by the pairing that needs it
    },
    async connect(request) {
      request.signal.throwIfAborted()
      return (await loadFor(request.sessionId)).connect(request)
    },
    disconnect: async (request) => (await load()).disconnect(request),
    getProvider: async ({ namespace }) => (await load()).getProvider(namespace),
    on,
    destroy() {
      ended.abort(context.signal.reason)
      clear()
      remote?.destroy()
    },
  }
}

/**
 * Runs an import while `localStorage` can be read. Where site data is blocked, reading it throws, which a module of the client
 * does on import: it could then never be loaded. Without a value, it keeps to memory.
 */
async function withLocalStorage<value>(run: () => Promise<value>): Promise<value> {
  if (canReadLocalStorage()) return run()
  const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  Reflect.defineProperty(globalThis, 'localStorage', { value: undefined, configurable: true })
  try {
    return await run()
  } finally {
    Reflect.deleteProperty(globalThis, 'localStorage')
    if (own) Reflect.defineProperty(globalThis, 'localStorage', own)
  }
}

function canReadLocalStorage(): boolean {
  try {
    void globalThis.localStorage
    return true
  } catch {
    return false // site data is blocked
  }
}

/** Two chain links, as a data URL, so that no host is contacted for it. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%232b7fff'/%3E%3Cg fill='none' stroke='%23fff' stroke-width='3'%3E%3Crect x='7' y='15' width='16' height='10' rx='5'/%3E%3Crect x='17' y='15' width='16' height='10' rx='5'/%3E%3C/g%3E%3C/svg%3E"
