import type { InitialState } from '../modal/createModalCore.js'
import type { ModalState, NamespaceState } from '../modal/modal.js'
import { type CaipNetworkId, isNamespace, type Namespace, parseCaipNetworkId } from '../utils/caip.js'
import { isRecord } from '../utils/records.js'

/** What a server is told of a chain family. */
export type CookieAccount = {
  readonly connectorId: string
  readonly address: string
  readonly caipNetworkId: CaipNetworkId
}

/** What a server is told: ids and addresses, nothing else. */
export type AccountCookie = {
  readonly activeNamespace?: Namespace | undefined
  readonly accounts: { readonly [namespace in Namespace]?: CookieAccount }
}

/** The name of a modal's cookie. */
export function toCookieName(id: string): string {
  return `${encodeURIComponent(id)}.account`
}

/** Reads the value of the cookie, which anybody may have written: keeps what it understands and drops the rest. */
function parseAccountCookie(value: string): AccountCookie {
  const data = parseJson(value)
  if (!isRecord(data) || !isRecord(data['accounts'])) return { accounts: {} }
  const accounts: { [namespace in Namespace]?: CookieAccount } = {}
  for (const [namespace, account] of Object.entries(data['accounts']))
    if (isNamespace(namespace) && isAccount(account, namespace)) accounts[namespace] = account
  const { activeNamespace } = data
  return { accounts, activeNamespace: isNamespace(activeNamespace) ? activeNamespace : undefined }
}

function isAccount(value: unknown, namespace: Namespace): value is CookieAccount {
  if (!isRecord(value)) return false
  const { connectorId, address, caipNetworkId } = value
  return (
    matches(connectorId, /^[\w.:/ -]{1,200}$/) &&
    matches(address, /^[\w.:-]{1,130}$/) &&
    parseCaipNetworkId(caipNetworkId)?.namespace === namespace
  )
}

const matches = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value)

function parseJson(value: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(value))
  } catch {
    return null // garbage is as good as nothing
  }
}

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
  return (state) => applyCookie(state, known)
}

function applyCookie(state: ModalState, { accounts, activeNamespace }: AccountCookie): ModalState {
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
