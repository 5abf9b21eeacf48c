import type { WalletListing } from '../controllers/wallets/state.js'
import { getConnection, isLive } from '../modal/connections.js'
import { internals, type Modal } from '../modal/modal.js'
import type { Namespace } from '../utils/caip.js'
import { isRecord } from '../utils/records.js'
import { toWalletName } from '../utils/walletClaims.js'
import { type AppLink, readHost, type StoredWalletLink } from './host.js'
import { parseLink } from './parseLink.js'
import { toTarget, toWalletLinks } from './walletLinks.js'

export type GetWalletLinkOptions = {
  /** Returns the link only if the active connection of this namespace is with that wallet. */
  readonly namespace?: Namespace | undefined
}

/**
 * Returns the link that opens the app of the connected wallet, if the user paired with it through a link on this phone:
 * a request waits for the user there. Undefined for wallets on other devices or on the page, and after the connection
 * has ended.
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

/**
 * Records that the user follows a link to a wallet's app on this phone for the running pairing. If the pairing
 * succeeds, the link is kept as long as the connection; see `getWalletLink`.
 */
export function noteWalletLink(modal: Modal, wallet: WalletListing): void {
  const { pairing } = modal[internals]
  if (!pairing) return
  // the app scheme first: it always opens an app, never a page
  const ways = toWalletLinks({ wallet, host: readHost(modal.env.window()), preferUniversal: false })
  const way = ways.find(({ kind }) => kind === 'scheme' || kind === 'universal')
  pairing.link = way && 'href' in way ? { name: wallet.name, href: way.href } : undefined
}

/** Stores the app link of a new connection, or removes the previous one if there was no link. */
export function storeWalletLink(modal: Modal, link: StoredWalletLink | undefined): void {
  modal[internals].persistence.update(({ walletLink: _last, ...data }) => ({
    ...data,
    ...(link && { walletLink: link }),
  }))
}
