import { getConnection, showToast } from '@latchkey/core/controllers'
import type { UiModal } from '../../uiModal.js'
import { leaveWallet } from './leaveWallet.js'

/** Ends the connection whose account is shown. Says so where the modal goes on with another one. */
export async function leaveShownWallet(modal: UiModal): Promise<void> {
  const connection = getConnection(modal.getState())
  if (!connection) return
  try {
    const hasMore = await leaveWallet(modal, connection)
    if (hasMore) showToast(modal, { variant: 'success', message: { code: 'WALLET_DISCONNECTED' } })
  } catch {
    // the notice says so; the page is free all the same
  }
}
