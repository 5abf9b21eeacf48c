import {
  type Connector,
  type ConnectorFeatures,
  type ConnectorListeners,
  type ConnectorMeta,
  createConnectorEvents,
  lazily,
  type Namespace,
  type PluginContext,
} from '@latchkey/core'
import { icon } from './icon.js'
import { name } from './name.js'
import type { Wallet } from './wallet.js'
import { wasUsed } from './wasUsed.js'

export type ConnectorOptions = {
  readonly context: PluginContext
  /** Loads what speaks to the frame. */
  readonly load: (meta: ConnectorMeta, emit: ConnectorListeners['emit']) => Promise<Wallet>
}

const families: readonly Namespace[] = ['eip155', 'solana']
const steps = ['login', 'approveDevice', 'verify', 'update', 'verifyPrimary', 'verifySecondary'] as const

/** The part of the connector that a first page loads. */
export function createConnector({ context, load: loadWallet }: ConnectorOptions): Connector {
  const { on, emit, clear } = createConnectorEvents(context)
  const own = new Set(context.getNetworks().map(({ chainNamespace }) => chainNamespace))
  const [first = 'eip155', ...others] = families.filter((namespace) => own.has(namespace))
  const meta: ConnectorMeta = { id: 'embeddedWallet', type: 'AUTH', name, icon, namespaces: [first, ...others] }
  let wallet: Wallet | undefined
  let isDestroyed = false

  const load = lazily(async () => {
    context.signal.throwIfAborted()
    const made = await loadWallet(meta, emit)
    wallet = made
    if (isDestroyed) made.destroy()
    return made
  })
  const emails = steps.map((step) => {
    const key = `email:${step}` as const
    return [key, async (request: never) => ((await load()).email[key] as (request: never) => unknown)(request)]
  })
  // it loads the frame at once for who has logged in before [S4.31]
  if (wasUsed(context)) load().catch(context.warn)

  return {
    meta,
    features: {
      ...(Object.fromEntries(emails) as ConnectorFeatures),
      'approval:place': (rect) => wallet?.place(rect),
      'approval:reject': () => wallet?.rejectAll(),
      'theme:sync': (theme) => wallet?.syncTheme(theme),
      'login:reopen': async ({ namespace }) => (await load()).getLoginRoute(namespace),
    },
    getFeatures: (namespace) => wallet?.getFeatures(namespace) ?? {},
    prepare() {
      load().catch(() => undefined) // told by the login that needs it
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
      wallet?.destroy()
    },
  }
}
