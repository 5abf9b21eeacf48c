import { getConnection } from '../controllers/connection/getConnection.js'
import { isLive } from '../controllers/connection/isLive.js'
import { internals, type Modal } from '../modal.js'
import type { Namespace } from '../utils/caip.js'
import { isRecord } from '../utils/isRecord.js'
import { toWalletName } from '../utils/walletClaims.js'
import { parseLink } from './parseLink.js'
import { readHost } from './readHost.js'
import { toTarget } from './toTarget.js'
import type { AppLink } from './walletLink.js'

export type GetWalletLinkOptions = {
  /** Only where the active connection of this chain family is with that wallet. */
  readonly namespace?: Namespace | undefined
}

/**
 * What brings up the app of the connected wallet, where it was paired with by a link of this phone: a request waits there
 * for the visitor. Undefined for wallets of another device or of the page, and once the connection has ended.
 */
export function getWalletLink(
  modal: Modal,
  { namespace }: GetWalletLinkOptions = {},
): (AppLink & { readonly target: '_self' | '_top' | '_blank' }) | undefined {
  const { walletLink } = modal[internals].persistence.read()
  const stored = isRecord(walletLink) ? walletLink : {}
  const href = parseLink(stored['href'])
  const name = toWalletName(stored['name'])
  const id = stored['connectorId']
  if (!href || !name || typeof id !== 'string') return undefined
  const state = modal.getState()
  const isThere = namespace ? getConnection(state, namespace)?.connectorId === id : isLive(state, id)
  return isThere ? { name, href, target: toTarget(readHost(modal.env.window())) } : undefined
}
