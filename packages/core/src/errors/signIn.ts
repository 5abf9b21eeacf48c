import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/**
 * A sign-in doesn't match the request, or its signature is invalid. `field` is the invalid part: a message field,
 * `signature`, or `message` for the text as a whole. Sending the same sign-in again doesn't help; signing again may.
 */
export class SignInRefusedError extends LatchkeyError {
  override readonly name = 'SignInRefusedError'
  readonly field: string
  constructor({ field, ...options }: LatchkeyErrorOptions & { readonly field: string }) {
    super('SIGN_IN_REFUSED', `The sign-in was refused: invalid ${field}.`, options)
    this.field = field
  }
}

/** The modal has no sign-in. [S8.38] */
export class SiwxNotEnabledError extends LatchkeyError {
  override readonly name = 'SiwxNotEnabledError'
  constructor() {
    super('SIWX_NOT_ENABLED', 'SIWX is not enabled', {
      details: 'Add siwx() to `adapters`, or set the option `siwx`.',
    })
  }
}

/** No account is connected that could sign in. [S8.39] */
export class NoActiveAddressError extends LatchkeyError {
  override readonly name = 'NoActiveAddressError'
  constructor() {
    super('NO_ACTIVE_ADDRESS', 'No ActiveCaipAddress found')
  }
}

/** The wallet is on a network that the modal doesn't have, or its connector is missing. [S8.40] */
export class NoActiveNetworkError extends LatchkeyError {
  override readonly name = 'NoActiveNetworkError'
  constructor(options?: LatchkeyErrorOptions) {
    super('NO_ACTIVE_NETWORK', 'No ActiveCaipNetwork or client found', options)
  }
}

/** The check whether the user is signed in failed. [S8.14] */
export class SignInCheckFailedError extends LatchkeyError {
  override readonly name = 'SignInCheckFailedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SIGN_IN_CHECK_FAILED', 'A problem occurred while trying initialize authentication', options)
  }
}

/** The message could not be created, or the signature was not accepted; see `cause`. [S8.15] */
export class SignInFailedError extends LatchkeyError {
  override readonly name = 'SignInFailedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SIGN_IN_FAILED', 'Error signing message', options)
  }
}

/** The session could not be revoked. */
export class SignOutFailedError extends LatchkeyError {
  override readonly name = 'SignOutFailedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SIGN_OUT_FAILED', 'Failed to sign out', options)
  }
}
