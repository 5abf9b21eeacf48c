import { internals, type Modal, type ModalState } from '../modal/modal.js'
import { isNamespace } from '../utils/caip.js'
import { type AccountCookie, type CookieAccount, toCookieName } from './cookies.js'

/** Seconds that the cookie is kept: a year, which each visit begins anew. */
const lifetime = 31_536_000

/**
 * Writes the connected accounts into a cookie, so that the next request brings them along: connector ids, addresses and
 * networks, for {@link cookieToInitialState}. Call it once in the browser; returns its end. The cookie is of this origin
 * only, and goes with the last connection.
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
      modal[internals].warn(cause) // a frame without an origin has no cookies
    }
  }

  write(modal.getState())
  return modal.subscribe(write)
}

/** What is still being restored, or asked for, says nothing yet. */
function isSettled({ status, namespaces }: ModalState): boolean {
  return status === 'ready' && Object.values(namespaces).every(({ connection }) => connection.status !== 'connecting')
}

function toCookie({ namespaces, activeNamespace }: ModalState): AccountCookie | undefined {
  const accounts: { [namespace: string]: CookieAccount } = {}
  for (const namespace of Object.keys(namespaces).filter(isNamespace)) {
    const state = namespaces[namespace]?.connection
    if (state?.status !== 'connected') continue
    const { connectorId, caipNetworkId, accounts: own } = state.connection
    accounts[namespace] = { connectorId, address: own[0].address, caipNetworkId }
  }
  return Object.keys(accounts).length > 0 ? { activeNamespace, accounts } : undefined
}
