import { isPhone } from '../../links/isPhone.js'
import { internals, type Modal } from '../../modal.js'
import type { WalletListing } from './state.js'

/**
 * Whether the app offers a wallet, whatever a service says: it is among `includeWalletIds`, not among `excludeWalletIds`,
 * and on a phone there is a link to it.
 */
export function isOffered(modal: Modal, { id, mobile_link, link_mode, webapp_link }: WalletListing): boolean {
  const { includeWalletIds, excludeWalletIds } = modal[internals].options
  if (includeWalletIds?.includes(id) === false || excludeWalletIds?.includes(id)) return false
  return Boolean(mobile_link ?? link_mode ?? webapp_link) || !isPhone(modal.env.window())
}
