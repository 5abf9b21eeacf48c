import { isPhone } from '../../links/isPhone.js'
import { internals, type Modal } from '../../modal.js'
import type { WalletListing } from './state.js'

/**
 * Whether the app offers a wallet, whatever a service says: it is one of `customWallets` or of `includeWalletIds`, not one
 * of `excludeWalletIds`, and on a phone there is a link to it.
 */
export function isOffered(modal: Modal, wallet: WalletListing): boolean {
  const { customWallets, includeWalletIds, excludeWalletIds } = modal[internals].options
  const { id, mobile_link, link_mode, webapp_link } = wallet
  if (includeWalletIds && !includeWalletIds.includes(id) && !customWallets.includes(wallet)) return false
  if (excludeWalletIds?.includes(id)) return false
  return Boolean(mobile_link ?? link_mode ?? webapp_link) || !isPhone(modal.env.window())
}
