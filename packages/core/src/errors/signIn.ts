import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/**
 * A sign-in is not what was asked for, or its signature is not the account's. `field` says what of it: a field of the
 * message, `signature`, or `message` for the text as a whole. Signing anew may help, sending the same again does not.
 */
export class SignInRefusedError extends LatchkeyError {
  override readonly name = 'SignInRefusedError'
  readonly field: string
  constructor({ field, ...options }: LatchkeyErrorOptions & { readonly field: string }) {
    super('SIGN_IN_REFUSED', `The sign-in is refused: ${field} is not good.`, options)
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

/** Nothing is connected that could sign in. [S8.39] */
export class NoActiveAddressError extends LatchkeyError {
  override readonly name = 'NoActiveAddressError'
  constructor() {
    super('NO_ACTIVE_ADDRESS', 'No ActiveCaipAddress found')
  }
}

/** The wallet is on a network that this modal does not have, or its connector is gone. [S8.40] */
export class NoActiveNetworkError extends LatchkeyError {
  override readonly name = 'NoActiveNetworkError'
  constructor(options?: LatchkeyErrorOptions) {
    super('NO_ACTIVE_NETWORK', 'No ActiveCaipNetwork or client found', options)
  }
}

/** Whether the visitor has signed in could not be found out. [S8.14] */
export class SignInCheckFailedError extends LatchkeyError {
  override readonly name = 'SignInCheckFailedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SIGN_IN_CHECK_FAILED', 'A problem occurred while trying initialize authentication', options)
  }
}

/** No message could be made, or the signature was not taken; `cause` says why. [S8.15] */
export class SignInFailedError extends LatchkeyError {
  override readonly name = 'SignInFailedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SIGN_IN_FAILED', 'Error signing message', options)
  }
}

/** Signed out here or not, the session could not be revoked. */
export class SignOutFailedError extends LatchkeyError {
  override readonly name = 'SignOutFailedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SIGN_OUT_FAILED', 'Failed to sign out', options)
  }
}
