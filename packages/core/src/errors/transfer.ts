import type { TransactionOutcome } from '../features.js'
import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/** The network has refused a transfer that the wallet had sent, or can never take it; `details` say why. */
export class TransferFailedError extends LatchkeyError {
  override readonly name = 'TransferFailedError'
  constructor({ outcome, ...options }: LatchkeyErrorOptions & { readonly outcome: TransactionOutcome }) {
    const details = 'reason' in outcome ? outcome.reason : outcome.status
    super('TRANSFER_FAILED', 'The transfer failed', { details, ...options })
  }
}

/**
 * The wallet or its node failed without saying whether the transaction was sent, and it was not found on the network. It may still go
 * through: sending it again could pay twice.
 */
export class OutcomeUnknownError extends LatchkeyError {
  override readonly name = 'OutcomeUnknownError'
  constructor(options?: LatchkeyErrorOptions) {
    super('OUTCOME_UNKNOWN', 'The transaction may have been sent', options)
  }
}

/** What is to be paid makes no sense: `details` name the field that is wrong. */
export class InvalidPaymentError extends LatchkeyError {
  override readonly name = 'InvalidPaymentError'
  constructor(options?: LatchkeyErrorOptions) {
    super('INVALID_PAYMENT', 'This payment cannot be made', options)
  }
}

/** The operator of the embedded wallet has this transfer wait: nothing was sent, and it can be asked for again in `retryAfter` seconds. */
export class TransferHeldError extends LatchkeyError {
  override readonly name = 'TransferHeldError'
  /** Of EIP-1474: transaction rejected. */
  readonly rpcCode = -32003
  readonly retryAfter: number
  constructor({ retryAfter, ...options }: LatchkeyErrorOptions & { readonly retryAfter: number }) {
    super('TRANSFER_HELD', 'This transfer is on hold. Nothing was sent.', options)
    this.retryAfter = retryAfter
  }
}

/** A simulation says that the network would not carry it out, so nobody was asked and nothing was sent; `details` say why. */
export class TransactionRevertsError extends LatchkeyError {
  override readonly name = 'TransactionRevertsError'
  /** What nodes answer where a call reverts. */
  readonly rpcCode = 3
  constructor(options?: LatchkeyErrorOptions) {
    super('TRANSACTION_REVERTS', 'This transaction would fail. Nothing was sent.', options)
  }
}
