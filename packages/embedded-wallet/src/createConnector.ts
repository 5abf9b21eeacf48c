import {
  type Connector,
  type ConnectorListeners,
  type ConnectorMeta,
  createConnectorEvents,
  lazily,
  type Namespace,
  type PluginContext,
} from '@latchkey/core'
import { findResult, withoutResult } from './social/resultAddress.js'
import type { LoginFeatures, Wallet } from './wallet.js'

/** An envelope, shown in wallet lists. A data URL, so that no network request is needed. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%235b6cff'/%3E%3Cg fill='none' stroke='%23fff' stroke-width='3'%3E%3Crect x='9' y='12' width='22' height='16' rx='3'/%3E%3Cpath d='m10 14 10 8 10-8'/%3E%3C/g%3E%3C/svg%3E"

/** The wallet's name in wallet lists. */
export const name = 'Embedded wallet'

export type ConnectorOptions = {
  readonly context: PluginContext
  readonly accountUrl?: string | undefined
  readonly logins?: ConnectorMeta['logins']
  /** Loads the frame client. `result` belongs to a login that continued without a popup: the user has just come back to this page. */
  readonly load: (meta: ConnectorMeta, emit: ConnectorListeners['emit'], result: string | undefined) => Promise<Wallet>
}

const supportedNamespaces: readonly Namespace[] = ['eip155', 'solana', 'bip122']

const loginFeatures: readonly (keyof LoginFeatures)[] = [
  'login:reopen',
  'email:login',
  'email:approveDevice',
  'email:verify',
  'email:verifyPrimary',
  'email:verifySecondary',
  'email:update',
  'account:type',
  'farcaster:start',
  'farcaster:wait',
  'phone:login',
  'phone:verify',
  'passkey:login',
  'passkey:reopen',
  'social:reopen',
  'social:login',
  'token:login',
  'guest:login',
  'guest:addLogin',
  'theme:sync',
  'approval:slot',
  'approval:reject',
]

/** They concern the frame's screen, so they do nothing until the wallet is loaded. */
const screenFeatures: readonly (keyof LoginFeatures)[] = ['theme:sync', 'approval:slot', 'approval:reject']

/** Creates the connector. The wallet behind it is loaded on first use. */
export function createConnector({ context, accountUrl, logins, load: loadWallet }: ConnectorOptions): Connector {
  const { on, emit, clear } = createConnectorEvents(context)
  const has = (namespace: Namespace) => context.getNetworks().some((network) => network.chainNamespace === namespace)
  const [first = 'eip155', ...others] = supportedNamespaces.filter(has)
  const meta: ConnectorMeta = {
    id: 'embeddedWallet',
    type: 'AUTH',
    name,
    icon,
    accountUrl,
    logins,
    namespaces: [first, ...others],
  }
  let wallet: Wallet | undefined
  let isDestroyed = false
  const result = takeResult(context)

  const load = lazily(async () => {
    context.signal.throwIfAborted()
    const made = await loadWallet(meta, emit, result)
    wallet = made
    if (isDestroyed) made.destroy()
    return made
  })
  // once loaded, the call must stay synchronous: a popup opens only within a user's click
  const toFeature = (name: keyof LoginFeatures) => (request: never) => {
    const call = ({ features }: Wallet) => (features[name] as (request: never) => unknown)(request)
    return wallet ? call(wallet) : screenFeatures.includes(name) || load().then(call)
  }
  const names: readonly (keyof LoginFeatures)[] =
    result === undefined ? loginFeatures : [...loginFeatures, 'social:resume']
  // loads the frame immediately for users who have logged in before [S4.31], unless the app has disabled logins
  if (context.hasLogins() && hadLogin(context)) load().catch(context.warn)

  return {
    meta,
    features: Object.fromEntries(names.map((name) => [name, toFeature(name)])) as LoginFeatures,
    getFeatures: (namespace) => wallet?.getFeatures(namespace) ?? {},
    prepare() {
      load().catch(() => undefined) // reported by the login that needs it
    },
    connect: async (request) => (await load()).connect(request),
    disconnect: async (request) => (await load()).disconnect(request),
    getProvider: async (request) => (await load()).getProvider(request),
    on,
    destroy() {
      isDestroyed = true
      clear()
      wallet?.destroy()
    },
  }
}

/**
 * The login result in the page's address, if the user has just come back from a provider without a popup. Removes it from the
 * address immediately, so that it stays out of the history, and keeps the app's own history state. A result that another modal
 * waits for stays there for that modal.
 */
function takeResult(context: PluginContext): string | undefined {
  const page = context.env.window()
  const href = page?.location?.href ?? ''
  const result = findResult(href)
  if (result === undefined || isOfOtherModal(result, context)) return undefined
  page?.history.replaceState(page.history.state, '', withoutResult(href))
  return result
}

/**
 * Whether only another modal, which may start later, waits for a result. The modal that began a login has stored its state, see
 * pendingRedirect.ts. False if no modal waits for the result, or storage is blocked.
 */
function isOfOtherModal(result: string, { env, options }: PluginContext): boolean {
  try {
    const state = new URL(result).searchParams.get('state')
    const storage = env.storage()
    const keys = Object.keys(storage ?? {}).filter(
      (key) => key.endsWith('/wallet/redirect') && storage?.getItem(key)?.endsWith(` ${state}`),
    )
    return keys.length > 0 && !keys.includes(`${options.id}/wallet/redirect`)
  } catch {
    return false // malformed, or storage is blocked
  }
}

/**
 * Whether the user has logged in on this page before. Reads the same key as {@link hasLogin}, without loading the frame client.
 * False if storage is blocked.
 */
function hadLogin({ env, options }: Pick<PluginContext, 'env' | 'options'>): boolean {
  try {
    return env.storage()?.getItem(`${options.id}/wallet/emailLoginUsed`) === 'true'
  } catch {
    return false // storage is blocked
  }
}
