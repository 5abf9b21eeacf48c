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
