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

/** An envelope, for rows of the wallet list. A data URL: no page of anybody is asked for it. */
export const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%235b6cff'/%3E%3Cg fill='none' stroke='%23fff' stroke-width='3'%3E%3Crect x='9' y='12' width='22' height='16' rx='3'/%3E%3Cpath d='m10 14 10 8 10-8'/%3E%3C/g%3E%3C/svg%3E"

/** What the wallet is called where wallets are listed. */
export const name = 'Embedded wallet'

/**
 * Whether somebody has logged in on this page before, read as {@link hasLogin} does, for which nothing else has to be loaded. False
 * where the browser refuses storage.
 */
function hadLogin({ env, options }: Pick<PluginContext, 'env' | 'options'>): boolean {
  try {
    return env.storage()?.getItem(`${options.id}/wallet/emailLoginUsed`) === 'true'
  } catch {
    return false // blocked
  }
}

export type ConnectorOptions = {
  readonly context: PluginContext
  readonly accountUrl?: string | undefined
  /** Loads what speaks to the frame; `result` is of a login that the user has come back from without a popup. */
  readonly load: (meta: ConnectorMeta, emit: ConnectorListeners['emit'], result: string | undefined) => Promise<Wallet>
}

const supportedNamespaces: readonly Namespace[] = ['eip155', 'solana']

/** All abilities are of what is loaded later; as one text, as that weighs least. */
const later =
  'login:reopen,email:login,email:approveDevice,email:verify,email:verifyPrimary,email:verifySecondary,email:update,account:type,farcaster:start,farcaster:wait,social:reopen,social:login,theme:sync,approval:place,approval:reject'

/** Of a screen that is not loaded to be hidden. */
const screen = /^the|^app/

/** The part of the connector that a first page loads. */
export function createConnector({ context, accountUrl, load: loadWallet }: ConnectorOptions): Connector {
  const { on, emit, clear } = createConnectorEvents(context)
  const has = (namespace: Namespace) => context.getNetworks().some((network) => network.chainNamespace === namespace)
  const [first = 'eip155', ...others] = supportedNamespaces.filter(has)
  const meta: ConnectorMeta = {
    id: 'embeddedWallet',
    type: 'AUTH',
    name,
    icon,
    accountUrl,
    namespaces: [first, ...others],
  }
  let wallet: Wallet | undefined
  let isDestroyed = false
  const result = takeResult(context.env.window())

  const load = lazily(async () => {
    context.signal.throwIfAborted()
    const made = await loadWallet(meta, emit, result)
    wallet = made
    if (isDestroyed) made.destroy()
    return made
  })
  // what is loaded is called at once: a popup is opened by the very press
  const toAbility = (key: string) => (request: never) => {
    const call = ({ features }: Wallet) =>
      (features[key as keyof LoginFeatures] as (request: never) => unknown)(request)
    return wallet ? call(wallet) : screen.test(key) || load().then(call)
  }
  const names = result === undefined ? later : `${later},social:resume`
  // it loads the frame at once for who has logged in before [S4.31]
  if (hadLogin(context)) load().catch(context.warn)

  return {
    meta,
    features: Object.fromEntries(names.split(',').map((key) => [key, toAbility(key)])) as LoginFeatures,
    getFeatures: (namespace) => wallet?.getFeatures(namespace) ?? {},
    prepare() {
      load().catch(() => undefined) // told by the login that needs it
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
 * The result that a user brings who comes back from a provider's page without a popup. It is taken out of the address at once, so that it
 * stays in no history, and the app's own state is left as it is.
 */
function takeResult(page: Window | null): string | undefined {
  const href = page?.location?.href ?? ''
  const result = findResult(href)
  if (result !== undefined) page?.history.replaceState(page.history.state, '', withoutResult(href))
  return result
}
