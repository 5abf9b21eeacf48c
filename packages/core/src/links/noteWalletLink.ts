import { internals, type Modal } from '../modal.js'
import type { AppLink } from './walletLink.js'

/**
 * Notes that the visitor follows a link to a wallet on this phone, for the pairing that runs. Where it ends well, the link
 * is kept as long as the connection: {@link getWalletLink} gives it back.
 */
export function noteWalletLink(modal: Modal, link: AppLink): void {
  const { pairing } = modal[internals]
  if (pairing) pairing.link = link
}
