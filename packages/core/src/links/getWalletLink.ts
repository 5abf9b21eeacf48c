import { isLive } from '../controllers/connection/isLive.js'
import { internals, type Modal } from '../modal.js'
import { toWalletName } from '../utils/walletClaims.js'
import { parseLink } from './parseLink.js'
import type { AppLink } from './walletLink.js'

/**
 * What brings up the app of the connected wallet, where it was paired with by a link of this phone: a request waits there
 * for the visitor. Undefined for wallets of another device or of the page, and once the connection has ended.
 */
export function getWalletLink(modal: Modal): AppLink | undefined {
  const stored = modal[internals].persistence.read().walletLink
  const href = parseLink(stored?.['href'])
  const name = toWalletName(stored?.['name'])
  const connectorId = stored?.['connectorId']
  if (!href || !name || typeof connectorId !== 'string' || !isLive(modal.getState(), connectorId)) return undefined
  return { name, href }
}
