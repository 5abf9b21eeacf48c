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

/** What is to be paid makes no sense: `details` name the field that is wrong. */
export class InvalidPaymentError extends LatchkeyError {
  override readonly name = 'InvalidPaymentError'
  constructor(options?: LatchkeyErrorOptions) {
    super('INVALID_PAYMENT', 'This payment cannot be made', options)
  }
}
