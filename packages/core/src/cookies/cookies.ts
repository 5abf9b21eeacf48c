import type { InitialState } from '../modal/createModalCore.js'
import type { ModalState, NamespaceState } from '../modal/modal.js'
import {
  type ByNamespace,
  type CaipNetworkId,
  getNamespaces,
  isNamespace,
  type Namespace,
  parseCaipNetworkId,
} from '../utils/caip.js'
import { isRecord } from '../utils/records.js'

/** The account of a namespace that a server receives. */
export type CookieAccount = {
  readonly connectorId: string
  readonly address: string
  readonly caipNetworkId: CaipNetworkId
}

/** The cookie's content: ids and addresses only. */
export type AccountCookie = {
  readonly activeNamespace?: Namespace | undefined
  readonly accounts: ByNamespace<CookieAccount>
}

export type CookieOptions = {
  /** The `id` option of the modal. */
  readonly id?: string | undefined
}

/**
 * Returns the `initialState` of a modal from the user's cookie, written by {@link keepCookie} on the last visit.
 * Servers render the account with it, and the page renders the same until the wallet has responded. `cookie` is the
 * request's cookie header, with or without other cookies; pass the same value on both sides.
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

/** Returns the name of a modal's cookie. */
export function toCookieName(id: string): string {
  return `${encodeURIComponent(id)}.account`
}

function applyCookie(state: ModalState, { accounts, activeNamespace }: AccountCookie): ModalState {
  const namespaces: { [namespace: string]: NamespaceState } = { ...state.namespaces }
  for (const namespace of getNamespaces(namespaces)) {
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

/** Parses the cookie's value, which anyone may have written. Invalid parts are dropped. */
function parseAccountCookie(value: string): AccountCookie {
  const data = parseJson(value)
  if (!isRecord(data) || !isRecord(data['accounts'])) return { accounts: {} }
  const accounts: { [namespace: string]: CookieAccount } = {}
  for (const [namespace, account] of Object.entries(data['accounts']))
    if (isNamespace(namespace) && isAccount(account, namespace)) accounts[namespace] = account
  const { activeNamespace } = data
  return { accounts, activeNamespace: isNamespace(activeNamespace) ? activeNamespace : undefined }
}

function isAccount(value: unknown, namespace: Namespace): value is CookieAccount {
  if (!isRecord(value)) return false
  const { connectorId, address, caipNetworkId } = value
  return (
    // the id of a wallet may be its name
    matches(connectorId, /^[\p{L}\p{M}\p{N}_.:/# -]{1,200}$/u) &&
    matches(address, /^[\w.:-]{1,130}$/) &&
    parseCaipNetworkId(caipNetworkId)?.namespace === namespace
  )
}

const matches = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value)

function parseJson(value: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(value))
  } catch {
    return null // invalid JSON counts as absent
  }
}
