import { internals, type Modal } from '../modal.js'
import type { StoredWalletLink } from './walletLink.js'

/** Keeps the way to the wallet of a connection; of one that was not reached by a link there is none to keep. */
export function storeWalletLink(modal: Modal, link: StoredWalletLink | undefined): void {
  modal[internals].persistence.update(({ walletLink: _last, ...data }) => ({
    ...data,
    ...(link && { walletLink: link }),
  }))
}
