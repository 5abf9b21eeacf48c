import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/** The call needs a service that the app has not configured. */
export class ServiceNotConfiguredError extends LatchkeyError {
  override readonly name = 'ServiceNotConfiguredError'
  constructor({
    service,
    ...options
  }: LatchkeyErrorOptions & { /** Its name in `services`. */ readonly service: string }) {
    super('SERVICE_NOT_CONFIGURED', `services.${service} is not set. Set it to use this feature.`, options)
  }
}

/** A service returned an invalid response; `details` names the missing or invalid field. */
export class InvalidReplyError extends LatchkeyError {
  override readonly name = 'InvalidReplyError'
  constructor(options?: LatchkeyErrorOptions) {
    super('INVALID_REPLY', 'The service returned an invalid response', options)
  }
}

/** A reason why a name was refused: the invalid field and the service's description. */
export type NameReason = { readonly name: string; readonly description: string }

/** The service refused to register a name; see `reasons`. */
export class NameRefusedError extends LatchkeyError {
  override readonly name = 'NameRefusedError'
  readonly reasons: readonly NameReason[]
  constructor({ reasons, ...options }: LatchkeyErrorOptions & { readonly reasons: readonly NameReason[] }) {
    const details = reasons.map(({ name, description }) => `${name}: ${description}`).join('; ')
    super('NAME_REFUSED', 'The name was not registered', { details, ...options })
    this.reasons = reasons
  }
}

/** A service returned an HTTP error status. [S7.25] */
export class HttpStatusError extends LatchkeyError {
  override readonly name = 'HttpStatusError'
  readonly status: number
  constructor({ status, ...options }: LatchkeyErrorOptions & { readonly status: number }) {
    super('HTTP_STATUS', `HTTP status code: ${status}`, options)
    this.status = status
  }
}

/** A service rate-limits requests (HTTP 429). [S8.27] [S8.55] */
export class RateLimitedError extends LatchkeyError {
  override readonly name = 'RateLimitedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('RATE_LIMITED', 'Rate Limited', options)
  }
}

/** A service failed (HTTP 5xx) or did not respond in time. [S8.26] [S8.55] */
export class ServerError extends LatchkeyError {
  override readonly name = 'ServerError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SERVER_ERROR', 'Server Error', options)
  }
}

/** The native balance could not be read. [S8.1] */
export class BalanceUnavailableError extends LatchkeyError {
  override readonly name = 'BalanceUnavailableError'
  constructor(options?: LatchkeyErrorOptions) {
    super('BALANCE_UNAVAILABLE', 'Token Balance Unavailable', options)
  }
}

/** The transactions of an account could not be read. [S8.16] */
export class TransactionsUnavailableError extends LatchkeyError {
  override readonly name = 'TransactionsUnavailableError'
  constructor(options?: LatchkeyErrorOptions) {
    super('TRANSACTIONS_UNAVAILABLE', 'Failed to fetch transactions', options)
  }
}

/** Transactions were requested without a connected account. [S8.42] */
export class NoAccountAddressError extends LatchkeyError {
  override readonly name = 'NoAccountAddressError'
  constructor() {
    super('NO_ACCOUNT_ADDRESS', "Transactions can't be fetched without an accountAddress")
  }
}
