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

/**
 * Notes that the visitor follows a link to the app of a wallet on this phone, for the pairing that runs. Where it ends
 * well, the way to the app is kept as long as the connection: `getWalletLink` gives it.
 */
export function noteWalletLink(modal: Modal, wallet: WalletListing): void {
  const { pairing } = modal[internals]
  if (!pairing) return
  // the scheme first: it opens an app and never a page
  const ways = toWalletLinks({ wallet, host: readHost(modal.env.window()), preferUniversal: false })
  const way = ways.find(({ kind }) => kind === 'scheme' || kind === 'universal')
  pairing.link = way && 'href' in way ? { name: wallet.name, href: way.href } : undefined
}

/** Keeps the way to the wallet of a connection; of one that was not reached by a link there is none to keep. */
export function storeWalletLink(modal: Modal, link: StoredWalletLink | undefined): void {
  modal[internals].persistence.update(({ walletLink: _last, ...data }) => ({
    ...data,
    ...(link && { walletLink: link }),
  }))
}
