import { deadlines } from '../../deadlines.js'
import type { TransactionMark, TransactionTrace } from '../../features.js'
import type { Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { askAdapter } from './askAdapter.js'

export type FindTransactionRequest = {
  readonly caipNetworkId: CaipNetworkId
  /** The account that was to send it. */
  readonly address: string
  /** As `transaction:mark` gave it, before the wallet was asked. */
  readonly mark: TransactionMark
  readonly id?: string | undefined
  readonly canStillSign: boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Searches a network for a transaction whose sending ended without an answer; needs no wallet. Throws `NETWORK_NOT_FOUND`,
 * `FEATURE_NOT_SUPPORTED`, `ABORTED`, and `TIMED_OUT` where it neither was found nor can be ruled out.
 */
export function findTransaction(modal: Modal, request: FindTransactionRequest): Promise<TransactionTrace> {
  const { caipNetworkId: network, signal: outer, ...own } = request
  return askAdapter(modal, 'transaction:find', { network, deadline: deadlines.find, signal: outer }, (find, base) =>
    find({ ...own, ...base }),
  )
}
