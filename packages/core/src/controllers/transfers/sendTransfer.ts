import type { Modal } from '../../modal.js'
import { askWithin } from '../approval/askWithin.js'
import { askAdapter } from '../connection/askAdapter.js'
import { sendTransaction } from '../connection/sendTransaction.js'
import { deadlines } from '../connection/state.js'
import { requireSender } from './requireSender.js'
import type { Transfer } from './transfer.js'

/**
 * Builds a transfer and has the wallet send it, once: what fails is reported, not repeated. Resolves with the hash.
 *
 * Throws `NOT_CONNECTED`, `ACCOUNT_CHANGED`, `CHAIN_NOT_SWITCHED`, `INVALID_PARAMS`, or what nodes and wallet report.
 */
export async function sendTransfer(modal: Modal, transfer: Transfer): Promise<string> {
  const { namespace, to, amount, token } = transfer
  const { account, network } = requireSender(modal, transfer)
  const transaction = await askAdapter(modal, 'transfer:build', { network, deadline: deadlines.read }, (build, base) =>
    build({ account, to, amount, token, ...base }),
  )
  // building it took its time
  const { connectorId } = requireSender(modal, transfer)
  return askWithin(modal, () =>
    sendTransaction(modal, { namespace, connectorId, address: account.address, transaction }),
  )
}
