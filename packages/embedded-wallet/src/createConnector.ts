import {
  type Connector,
  type ConnectorListeners,
  type ConnectorMeta,
  createConnectorEvents,
  lazily,
  type Namespace,
  type PluginContext,
} from '@latchkey/core'
import { icon } from './icon.js'
import type { LoginFeatures } from './login/loginFeatures.js'
import { name } from './name.js'
import { findResult, withoutResult } from './social/resultAddress.js'
import type { Wallet } from './wallet.js'
import { wasUsed } from './wasUsed.js'

export type ConnectorOptions = {
  readonly context: PluginContext
  readonly accountUrl?: string | undefined
  /** Loads what speaks to the frame; `result` is of a login that the user has come back from without a popup. */
  readonly load: (meta: ConnectorMeta, emit: ConnectorListeners['emit'], result: string | undefined) => Promise<Wallet>
}

const families: readonly Namespace[] = ['eip155', 'solana']
/** All abilities are of what is loaded later; as one text, as that weighs least. */
const later =
  'login:reopen,email:login,email:approveDevice,email:verify,email:verifyPrimary,email:verifySecondary,email:update,account:type,farcaster:start,farcaster:wait,social:reopen,social:login,theme:sync,approval:place,approval:reject'
/** Of a screen that is not loaded to be hidden. */
const screen = /^the|^app/

/** The part of the connector that a first page loads. */
export function createConnector({ context, accountUrl, load: loadWallet }: ConnectorOptions): Connector {
  const { on, emit, clear } = createConnectorEvents(context)
  const has = (namespace: Namespace) => context.getNetworks().some((network) => network.chainNamespace === namespace)
  const [first = 'eip155', ...others] = families.filter(has)
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
  if (wasUsed(context)) load().catch(context.warn)

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
