import type { Modal } from '../../modal.js'
import { loadSending } from './loadSending.js'

/**
 * Makes the amount all that the account has of the token; of the native currency what the fee leaves of it. What the visitor types
 * meanwhile stays. Throws where the fee cannot be told.
 */
export async function setMaxSendAmount(modal: Modal): Promise<void> {
  const { send } = modal.getState()
  const { readMaxSendAmount } = await loadSending()
  const current = modal.getState().send
  if (current?.id === send?.id && current?.amount === send?.amount) await readMaxSendAmount(modal)
}
