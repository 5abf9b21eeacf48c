import { internals, type Modal, type ModalState } from '../modal/modal.js'
import { getNamespaces } from '../utils/caip.js'
import { type AccountCookie, type CookieAccount, toCookieName } from './cookies.js'

/** Lifetime of the cookie in seconds: a year, renewed on each visit. */
const lifetime = 31_536_000

/**
 * Keeps the connected accounts in a cookie, so that the next request includes connector ids, addresses and networks for
 * {@link cookieToInitialState}. Call it once in the browser. Returns a function that stops it. The cookie is limited to
 * this origin, and removed with the last connection.
 */
export function keepCookie(modal: Modal): () => void {
  const { document, location } = modal.env.window() ?? {}
  let written: string | undefined

  const write = (state: ModalState): void => {
    if (!document || !isSettled(state)) return
    const cookie = toCookie(state)
    const text = cookie ? encodeURIComponent(JSON.stringify(cookie)) : ''
    if (text === written) return
    written = text
    const secure = location?.protocol === 'https:' ? '; Secure' : ''
    const age = cookie ? lifetime : 0
    try {
      document.cookie = `${toCookieName(modal.id)}=${text}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
    } catch (cause) {
      modal[internals].warn(cause) // frames without an origin have no cookies
    }
  }

  write(modal.getState())
  return modal.subscribe(write)
}

/** Whether no connection is pending: pending ones must not change the cookie. */
function isSettled({ status, namespaces }: ModalState): boolean {
  return status === 'ready' && Object.values(namespaces).every(({ connection }) => connection.status !== 'connecting')
}

function toCookie({ namespaces, activeNamespace }: ModalState): AccountCookie | undefined {
  const accounts: { [namespace: string]: CookieAccount } = {}
  for (const namespace of getNamespaces(namespaces)) {
    const state = namespaces[namespace]?.connection
    if (state?.status !== 'connected') continue
    const { connectorId, caipNetworkId, accounts: own } = state.connection
    accounts[namespace] = { connectorId, address: own[0].address, caipNetworkId }
  }
  return Object.keys(accounts).length > 0 ? { activeNamespace, accounts } : undefined
}
