import type { Modal } from '../../modal.js'
import { assertStarted } from '../connection/assertStarted.js'
import { fetchListImage } from './fetchListImage.js'
import type { WalletListing } from './state.js'

/**
 * The image of a wallet of the list, for an image element; undefined where there is none, or none that came within two
 * seconds [S9.15]. Never rejects: a mark made of the name stands in.
 */
export async function fetchWalletImage(
  modal: Modal,
  { wallet }: { readonly wallet: Pick<WalletListing, 'image_id'> },
): Promise<Blob | undefined> {
  assertStarted(modal)
  return wallet.image_id === undefined ? undefined : fetchListImage(modal, { kind: 'wallet', id: wallet.image_id })
}
