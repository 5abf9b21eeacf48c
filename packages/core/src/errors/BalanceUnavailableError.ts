import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/** The native balance could not be read. [S8.1] */
export class BalanceUnavailableError extends LatchkeyError {
  override readonly name = 'BalanceUnavailableError'
  constructor(options?: LatchkeyErrorOptions) {
    super('BALANCE_UNAVAILABLE', 'Token Balance Unavailable', options)
  }
}
