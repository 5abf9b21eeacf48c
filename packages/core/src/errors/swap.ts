import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

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
