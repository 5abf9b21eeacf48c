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
import type { Remote } from './createRemote.js'
import { icon } from './icon.js'
import type { WalletConnectOptions } from './options.js'

/**
 * Pairs with wallets on other devices and in other apps, over a relay (WalletConnect 2), in all chain families of the modal
 * at once. This is the part that a first page loads; all else comes when the visitor goes that way, or did before.
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
  let remote: Remote | undefined
  let isDestroyed = false

  const loadCode = (): Promise<typeof import('./createRemote.js')> => loadModule(() => import('./createRemote.js'))
  const load = lazily(async () => {
    context.signal.throwIfAborted()
    const made = await (await loadCode()).createRemote({ meta, context, options, emit })
    remote = made
    if (isDestroyed) made.destroy()
    return made
  })

  return {
    meta,
    features: {
      'pairing:start': async (request) => (await load()).pair(request),
      'login:reopen': async ({ namespace }) => ({ view: 'ConnectingWalletConnect', params: { namespace } }),
    },
    getFeatures: (namespace) => remote?.getFeatures(namespace) ?? {},
    prepare() {
      loadCode().catch(() => undefined) // told by the pairing that needs it
    },
    async connect(request) {
      request.signal.throwIfAborted()
      return (await load()).connect(request)
    },
    disconnect: async (request) => (await load()).disconnect(request),
    getProvider: async ({ namespace }) => (await load()).getProvider(namespace),
    on,
    destroy() {
      isDestroyed = true
      clear()
      remote?.destroy()
    },
  }
}
