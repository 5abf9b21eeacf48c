import { deadlines } from '../../deadlines.js'
import type { TransactionMark, TransactionOutcome } from '../../features.js'
import type { Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { askAdapter } from './askAdapter.js'

export type ConfirmTransactionRequest = {
  readonly caipNetworkId: CaipNetworkId
  /** Hash, signature or id, as `sendTransaction` resolved with. */
  readonly id: string
  /** The signed bytes where they are known: they say how long the transaction is valid. */
  readonly signed?: Uint8Array | undefined
  /** As `transaction:mark` gave it: a transaction that has replaced this one with the same effect is recognized by it. */
  readonly mark?: TransactionMark | undefined
  /** Milliseconds until `TIMED_OUT`; five minutes unless told. */
  readonly deadline?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Waits until a sent transaction is in a block or can no longer come into one; needs no wallet. A transaction that the
 * chain refused resolves as `failed`. Throws `NETWORK_NOT_FOUND`, `FEATURE_NOT_SUPPORTED`, `TIMED_OUT` or `ABORTED`.
 */
export function confirmTransaction(modal: Modal, request: ConfirmTransactionRequest): Promise<TransactionOutcome> {
  const { deadline = deadlines.confirm, caipNetworkId: network, signal: outer, ...own } = request
  return askAdapter(modal, 'transaction:confirm', { network, deadline, signal: outer }, (confirm, base) =>
    confirm({ ...own, ...base }),
  )
}
