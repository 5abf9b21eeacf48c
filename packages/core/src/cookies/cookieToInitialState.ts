import type { InitialState } from '../initialState.js'
import type { ModalState, NamespaceState } from '../modal.js'
import { isNamespace, type Namespace } from '../utils/caip.js'
import { type AccountCookie, parseAccountCookie, toCookieName } from './accountCookie.js'

export type CookieOptions = {
  /** The option `id` of the modal. */
  readonly id?: string | undefined
}

/**
 * What a visitor's cookie, written by {@link keepCookie}, says of the last visit, as the `initialState` of a modal: servers
 * render the account with it, and the page repeats just that until the wallet has answered. `cookie` is the header of a
 * request, with cookies of others in it or none at all; give both sides the same.
 *
 * @example
 * createModal({ adapters, initialState: cookieToInitialState(request.headers.get('cookie')) })
 */
export function cookieToInitialState(
  cookie: string | null | undefined,
  { id = 'latchkey' }: CookieOptions = {},
): InitialState {
  const name = `${toCookieName(id)}=`
  const found = cookie?.split(/; */).find((part) => part.startsWith(name))
  const known = parseAccountCookie(found?.slice(name.length) ?? '')
  return (state) => toSeeded(state, known)
}

function toSeeded(state: ModalState, { accounts, activeNamespace }: AccountCookie): ModalState {
  const namespaces: { [namespace in Namespace]?: NamespaceState } = { ...state.namespaces }
  for (const namespace of Object.keys(namespaces).filter(isNamespace)) {
    const [entry, account] = [namespaces[namespace], accounts[namespace]]
    if (!entry || !account) continue
    const { connectorId, address, caipNetworkId } = account
    const isKnown = state.networks.some((network) => network.caipNetworkId === caipNetworkId)
    namespaces[namespace] = {
      ...entry,
      connection: { status: 'connecting', connectorId, isReconnect: true, address },
      network: isKnown ? { caipNetworkId, isChosen: false } : entry.network,
    }
  }
  const isThere = activeNamespace && namespaces[activeNamespace]
  return { ...state, namespaces, activeNamespace: isThere ? activeNamespace : state.activeNamespace }
}
