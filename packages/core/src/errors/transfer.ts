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
