import type { TransactionOutcome } from '../contracts/features.js'
import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/** The network rejected a transfer that the wallet sent, or can never include it; `details` is the reason. */
export class TransferFailedError extends LatchkeyError {
  override readonly name = 'TransferFailedError'
  constructor({ outcome, ...options }: LatchkeyErrorOptions & { readonly outcome: TransactionOutcome }) {
    const details = 'reason' in outcome ? outcome.reason : outcome.status
    super('TRANSFER_FAILED', 'The transfer failed', { details, ...options })
  }
}

/**
 * The wallet or its node failed without reporting whether the transaction was sent, and it was not found on the
 * network. It may still be included: sending it again could pay twice.
 */
export class OutcomeUnknownError extends LatchkeyError {
  override readonly name = 'OutcomeUnknownError'
  constructor(options?: LatchkeyErrorOptions) {
    super('OUTCOME_UNKNOWN', 'The transaction may have been sent', options)
  }
}

/** The payment is invalid; `details` names the invalid field. */
export class InvalidPaymentError extends LatchkeyError {
  override readonly name = 'InvalidPaymentError'
  constructor(options?: LatchkeyErrorOptions) {
    super('INVALID_PAYMENT', 'This payment cannot be made', options)
  }
}

/**
 * The operator of the embedded wallet put this transfer on hold. Nothing was sent; it can be requested again in
 * `retryAfter` seconds.
 */
export class TransferHeldError extends LatchkeyError {
  override readonly name = 'TransferHeldError'
  /** EIP-1474: transaction rejected. */
  readonly rpcCode = -32003
  readonly retryAfter: number
  constructor({ retryAfter, ...options }: LatchkeyErrorOptions & { readonly retryAfter: number }) {
    super('TRANSFER_HELD', 'This transfer is on hold. Nothing was sent.', options)
    this.retryAfter = retryAfter
  }
}

/**
 * The app requires that a passkey of the user owns the account of the embedded wallet, which they haven't set up yet. Nothing was signed. They
 * do that on the wallet's account page.
 */
export class SelfCustodyNeededError extends LatchkeyError {
  override readonly name = 'SelfCustodyNeededError'
  /** EIP-1474: transaction rejected. */
  readonly rpcCode = -32003
  constructor(options?: LatchkeyErrorOptions) {
    super('SELF_CUSTODY_NEEDED', 'This app requires self-custody, which isn’t set up. Nothing was signed.', options)
  }
}

/** A simulation or the wallet's gas estimate shows that the transaction would fail. Nothing was sent; `details` is the reason. */
export class TransactionRevertsError extends LatchkeyError {
  override readonly name = 'TransactionRevertsError'
  /** The code that nodes return for a reverted call. */
  readonly rpcCode = 3
  constructor(options?: LatchkeyErrorOptions) {
    super('TRANSACTION_REVERTS', 'This transaction would fail. Nothing was sent.', options)
  }
}

/** The service has no gas price for this network. [S5.13] */
export class GasPriceNotSupportedError extends LatchkeyError {
  override readonly name = 'GasPriceNotSupportedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('GAS_PRICE_NOT_SUPPORTED', 'Network not supported for Gas Price', options)
  }
}

/** The service doesn't support swaps on this network. [S5.13] */
export class SwapNotSupportedError extends LatchkeyError {
  override readonly name = 'SwapNotSupportedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SWAP_NOT_SUPPORTED', 'Network not supported for Swaps', options)
  }
}

/** No pool trades this pair, or none has enough liquidity. */
export class NoLiquidityError extends LatchkeyError {
  override readonly name = 'NoLiquidityError'
  constructor() {
    super('NO_LIQUIDITY', 'Insufficient liquidity')
  }
}

/** The price moved by more than the slippage between preview and sending. Nothing was sent. */
export class PriceChangedError extends LatchkeyError {
  override readonly name = 'PriceChangedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('PRICE_CHANGED', 'The price has changed', options)
  }
}

/** The transaction failed on the network or can never be included; `details` is the reason. */
export class SwapFailedError extends LatchkeyError {
  override readonly name = 'SwapFailedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SWAP_FAILED', 'Transaction error', options)
  }
}

/**
 * The transaction built by the service is not the swap that the user saw; `details` is the difference. It was not
 * signed.
 */
export class SwapUnsafeError extends LatchkeyError {
  override readonly name = 'SwapUnsafeError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SWAP_UNSAFE', 'The swap service built something other than the swap that was shown', options)
  }
}

/**
 * The transaction could not be verified to be the swap that the user saw, e.g. because no node simulates it. It was not
 * signed.
 */
export class SwapNotCheckedError extends LatchkeyError {
  override readonly name = 'SwapNotCheckedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SWAP_NOT_CHECKED', 'The swap could not be checked', options)
  }
}
