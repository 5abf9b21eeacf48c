import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/** The transactions of an account could not be read. [S8.16] */
export class TransactionsUnavailableError extends LatchkeyError {
  override readonly name = 'TransactionsUnavailableError'
  constructor(options?: LatchkeyErrorOptions) {
    super('TRANSACTIONS_UNAVAILABLE', 'Failed to fetch transactions', options)
  }
}

/** Transactions were asked for while nothing is connected that could have any. [S8.42] */
export class NoAccountAddressError extends LatchkeyError {
  override readonly name = 'NoAccountAddressError'
  constructor() {
    super('NO_ACCOUNT_ADDRESS', "Transactions can't be fetched without an accountAddress")
  }
}
