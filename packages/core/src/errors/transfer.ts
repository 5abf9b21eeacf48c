import type { TransactionOutcome } from '../contracts/features.js'
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

/** The service knows no gas price on this network. [S5.13] */
export class GasPriceNotSupportedError extends LatchkeyError {
  override readonly name = 'GasPriceNotSupportedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('GAS_PRICE_NOT_SUPPORTED', 'Network not supported for Gas Price', options)
  }
}

/** The service builds no swaps on this network. [S5.13] */
export class SwapNotSupportedError extends LatchkeyError {
  override readonly name = 'SwapNotSupportedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SWAP_NOT_SUPPORTED', 'Network not supported for Swaps', options)
  }
}

/** No pool gives the one token for the other, or none has enough of it. */
export class NoLiquidityError extends LatchkeyError {
  override readonly name = 'NoLiquidityError'
  constructor() {
    super('NO_LIQUIDITY', 'Insufficient liquidity')
  }
}

/** The price fell by more than the slippage between what the visitor saw and the sending. Nothing was sent. */
export class PriceChangedError extends LatchkeyError {
  override readonly name = 'PriceChangedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('PRICE_CHANGED', 'The price has changed', options)
  }
}

/** The network took the transaction and refused what it asks for, or can never take it; `details` say why. */
export class SwapFailedError extends LatchkeyError {
  override readonly name = 'SwapFailedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SWAP_FAILED', 'Transaction error', options)
  }
}

/** The transaction that the service built is not the swap that the user saw; `details` say what is different. It was not signed. */
export class SwapUnsafeError extends LatchkeyError {
  override readonly name = 'SwapUnsafeError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SWAP_UNSAFE', 'The swap service built something other than the swap that was shown', options)
  }
}

/** Nothing could make sure that the transaction is the swap that the user saw, e.g. no node that simulates. It was not signed. */
export class SwapNotCheckedError extends LatchkeyError {
  override readonly name = 'SwapNotCheckedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SWAP_NOT_CHECKED', 'The swap could not be checked', options)
  }
}
