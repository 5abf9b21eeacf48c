import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/** A service answered with a status that is not OK; `status` has it. [S7.25] */
export class HttpStatusError extends LatchkeyError {
  override readonly name = 'HttpStatusError'
  readonly status: number
  constructor({ status, ...options }: LatchkeyErrorOptions & { readonly status: number }) {
    super('HTTP_STATUS', `HTTP status code: ${status}`, options)
    this.status = status
  }
}

/** A service asks to be left alone for a while (HTTP 429). [S8.27] [S8.55] */
export class RateLimitedError extends LatchkeyError {
  override readonly name = 'RateLimitedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('RATE_LIMITED', 'Rate Limited', options)
  }
}

/** A service failed (HTTP 5xx), or did not answer in time. [S8.26] [S8.55] */
export class ServerError extends LatchkeyError {
  override readonly name = 'ServerError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SERVER_ERROR', 'Server Error', options)
  }
}
