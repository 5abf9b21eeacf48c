import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/** A code was emailed recently. The next one can be sent in `retryAfter` seconds. [S5.2] [S9.1] */
export class EmailCooldownError extends LatchkeyError {
  override readonly name = 'EmailCooldownError'
  readonly retryAfter: number
  constructor({ retryAfter, ...options }: LatchkeyErrorOptions & { readonly retryAfter: number }) {
    super('EMAIL_COOLDOWN', `Please try again after ${retryAfter} seconds`, options)
    this.retryAfter = retryAfter
  }
}

/** Not a valid email address; see `isEmail`. Nothing was sent. [S5.1] */
export class InvalidEmailError extends LatchkeyError {
  override readonly name = 'InvalidEmailError'
  constructor(options?: LatchkeyErrorOptions) {
    super('INVALID_EMAIL', 'Please enter a valid email address.', options)
  }
}

/** Not a mobile phone number with its country code. Nothing was sent. */
export class InvalidPhoneError extends LatchkeyError {
  override readonly name = 'InvalidPhoneError'
  constructor(options?: LatchkeyErrorOptions) {
    super('INVALID_PHONE', 'Enter a mobile phone number with its country code.', options)
  }
}

/** The app doesn't send text messages to the country of this number. Nothing was sent. */
export class PhoneNotAllowedError extends LatchkeyError {
  override readonly name = 'PhoneNotAllowedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('PHONE_NOT_ALLOWED', 'This app doesn’t send text messages to this country.', options)
  }
}

/** The secure site could not send the SMS. */
export class SmsFailedError extends LatchkeyError {
  override readonly name = 'SmsFailedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SMS_FAILED', 'The text message could not be sent.', options)
  }
}

/** Not six digits. Nothing was sent, and no attempt was used up. [S5.1] */
export class InvalidCodeError extends LatchkeyError {
  override readonly name = 'InvalidCodeError'
  constructor(options?: LatchkeyErrorOptions) {
    super('INVALID_CODE', 'Enter the six-digit code.', options)
  }
}

/** The frame did not load within 20 s, or came from an unexpected origin. [S8.31] [S9.16] */
export class FrameLoadFailedError extends LatchkeyError {
  override readonly name = 'FrameLoadFailedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('FRAME_LOAD_FAILED', 'Unable to load email login dependency', options)
  }
}

/** The frame is loaded, but did not respond within 120 s. [S8.35] [S9.16] */
export class FrameRequestTimedOutError extends LatchkeyError {
  override readonly name = 'FrameRequestTimedOutError'
  constructor(options?: LatchkeyErrorOptions) {
    super('FRAME_REQUEST_TIMED_OUT', 'The embedded wallet did not respond in time.', options)
  }
}

/** The frame returned an error, with its own message if it has one. [S8.34] */
export class FrameFailedError extends LatchkeyError {
  override readonly name = 'FrameFailedError'
  constructor({ message, ...options }: LatchkeyErrorOptions & { readonly message?: string | undefined } = {}) {
    super('FRAME_FAILED', message || 'An error occurred', options)
  }
}

/** The operator of the embedded wallet has frozen this user's wallet: no signing, export, changes or login. */
export class WalletFrozenError extends LatchkeyError {
  override readonly name = 'WalletFrozenError'
  constructor(options?: LatchkeyErrorOptions) {
    super('WALLET_FROZEN', 'Your wallet is frozen by the wallet provider.', options)
  }
}

/**
 * A pending operation of the embedded wallet was canceled. `isRequest`: it was a request by the app. [S8.32] [S8.33]
 */
export class RequestAbortedError extends LatchkeyError {
  override readonly name = 'RequestAbortedError'
  /**
   * Settles once the wallet reports the outcome of the request, if it does. Rejects with an `isUnsent` error if nothing
   * was sent.
   */
  readonly settled: Promise<unknown> | undefined
  constructor({
    isRequest = true,
    settled,
    ...options
  }: LatchkeyErrorOptions & {
    readonly isRequest?: boolean | undefined
    readonly settled?: Promise<unknown> | undefined
  } = {}) {
    super('REQUEST_ABORTED', isRequest ? 'Request was aborted' : 'Something went wrong', options)
    this.settled = settled
  }
}

/** The embedded wallet doesn't allow this method. Its provider rejects with `rpcCode` (EIP-1193). [S8.17] */
export class ActionNotAllowedError extends LatchkeyError {
  override readonly name = 'ActionNotAllowedError'
  readonly rpcCode = 4200
  constructor(options?: LatchkeyErrorOptions) {
    super('ACTION_NOT_ALLOWED', 'Requested RPC call is not allowed', options)
  }
}

/** The modal has no embedded wallet. [S8.9] */
export class NoAuthConnectorError extends LatchkeyError {
  override readonly name = 'NoAuthConnectorError'
  constructor() {
    super('NO_AUTH_CONNECTOR', 'No auth connector found', { details: 'Add embeddedWallet() to `adapters`.' })
  }
}

/** The call needs an embedded wallet, but a different wallet is connected. [S8.10] */
export class NotEmailOrSocialError extends LatchkeyError {
  override readonly name = 'NotEmailOrSocialError'
  constructor(options?: LatchkeyErrorOptions) {
    super('NOT_EMAIL_OR_SOCIAL', 'Not connected to email or social', options)
  }
}

/** The secure site doesn't allow this project or this page's origin. [S8.22] */
export class UnverifiedDomainError extends LatchkeyError {
  override readonly name = 'UnverifiedDomainError'
  constructor(options?: LatchkeyErrorOptions) {
    super('UNVERIFIED_DOMAIN', 'Unverified Domain', options)
  }
}

/** The user declined the browser's passkey dialog, or has no passkey for this wallet: browsers don't tell the two apart. */
export class PasskeyCanceledError extends LatchkeyError {
  override readonly name = 'PasskeyCanceledError'
  constructor(options?: LatchkeyErrorOptions) {
    super('PASSKEY_CANCELED', 'The passkey request was canceled.', options)
  }
}

/** The user didn't use the passkey in time. */
export class PasskeyExpiredError extends LatchkeyError {
  override readonly name = 'PasskeyExpiredError'
  constructor(options?: LatchkeyErrorOptions) {
    super('PASSKEY_EXPIRED', 'The passkey request has expired.', options)
  }
}

/** The secure site refused the passkey, or the ceremony failed; `details` is the reason. */
export class PasskeyFailedError extends LatchkeyError {
  override readonly name = 'PasskeyFailedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('PASSKEY_FAILED', 'The passkey could not be used.', options)
  }
}

/** The passkey was removed from its wallet, or never opened one here. */
export class PasskeyUnknownError extends LatchkeyError {
  override readonly name = 'PasskeyUnknownError'
  constructor(options?: LatchkeyErrorOptions) {
    super('PASSKEY_UNKNOWN', 'This passkey doesn’t open a wallet here.', options)
  }
}

/** This browser has no passkeys, or no authenticator for them. */
export class PasskeyUnsupportedError extends LatchkeyError {
  override readonly name = 'PasskeyUnsupportedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('PASSKEY_UNSUPPORTED', 'This browser can’t use passkeys.', options)
  }
}

/** The browser blocked the pop-up. It opens when the user's own click retries. */
export class PopupBlockedError extends LatchkeyError {
  override readonly name = 'PopupBlockedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('POPUP_BLOCKED', 'The browser has blocked the popup.', options)
  }
}

/** The user closed the pop-up before it returned a result. [S4.12] [S8.6] */
export class PopupClosedError extends LatchkeyError {
  override readonly name = 'PopupClosedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('POPUP_CLOSED', 'Popup closed', options)
  }
}

/** The provider or the secure site refused the login; `details` is the provider's reason. [S8.8] */
export class SocialFailedError extends LatchkeyError {
  override readonly name = 'SocialFailedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SOCIAL_FAILED', 'Failed to initiate social connection', options)
  }
}

/** A login result came from an origin other than the secure site. It was not used. */
export class ForeignResultError extends LatchkeyError {
  override readonly name = 'ForeignResultError'
  constructor(options?: LatchkeyErrorOptions) {
    super('FOREIGN_RESULT', 'The result of the login came from another site.', options)
  }
}

/** Farcaster returned no link, or the user did not open or approve it; `details` is the reason. [S8.7] */
export class FarcasterFailedError extends LatchkeyError {
  override readonly name = 'FarcasterFailedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('FARCASTER_FAILED', 'Failed to connect to farcaster', options)
  }
}
