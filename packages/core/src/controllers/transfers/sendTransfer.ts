import { deadlines } from '../../deadlines.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { Transaction } from '../../features.js'
import type { Modal } from '../../modal.js'
import { askAdapter } from '../connection/askAdapter.js'
import { requireSender } from './requireSender.js'
import { type OnSendingStep, trackSending } from './trackSending.js'
import type { Transfer } from './transfer.js'

/** Builds a transfer, has the wallet send it, once, and finds out what became of it; see `trackSending`. Never rejects. */
export async function sendTransfer(
  modal: Modal,
  transfer: Transfer & { readonly kind: 'send' | 'pay' },
  onStep: OnSendingStep,
): Promise<void> {
  const { to, amount, token } = transfer
  let transaction: Transaction
  try {
    const { account, network } = requireSender(modal, transfer)
    transaction = await askAdapter(modal, 'transfer:build', { network, deadline: deadlines.read }, (build, base) =>
      build({ account, to, amount, token, ...base }),
    )
  } catch (cause) {
    onStep({ type: 'unsent', error: toLatchkeyError(cause) })
    return
  }
  return trackSending(modal, { ...transfer, transaction }, onStep)
}
