import type { WalletListing } from '../controllers/wallets/state.js'
import { internals, type Modal } from '../modal.js'
import { readHost } from './readHost.js'
import { toWalletLinks } from './toWalletLinks.js'

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
