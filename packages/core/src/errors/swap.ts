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
