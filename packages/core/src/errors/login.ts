import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

// Of the embedded wallet: its frame, its login by email, and what it is asked for.

/** A code was mailed a moment ago: the next one goes out in `retryAfter` seconds. [S5.2] [S9.1] */
export class EmailCooldownError extends LatchkeyError {
  override readonly name = 'EmailCooldownError'
  readonly retryAfter: number
  constructor({ retryAfter, ...options }: LatchkeyErrorOptions & { readonly retryAfter: number }) {
    super('EMAIL_COOLDOWN', `Please try again after ${retryAfter} seconds`, options)
    this.retryAfter = retryAfter
  }
}

/** Not an address that mail is sent to; see isEmail.ts. Nothing was sent. [S5.1] */
export class InvalidEmailError extends LatchkeyError {
  override readonly name = 'InvalidEmailError'
  constructor(options?: LatchkeyErrorOptions) {
    super('INVALID_EMAIL', 'Please enter a valid email address.', options)
  }
}

/** Not six digits. Nothing was sent, and no try of the mailed code is spent. [S5.1] */
export class InvalidCodeError extends LatchkeyError {
  override readonly name = 'InvalidCodeError'
  constructor(options?: LatchkeyErrorOptions) {
    super('INVALID_CODE', 'Please enter the six digits of the code.', options)
  }
}

/** The frame did not come within 20 s, or came from another origin than it should. [S8.31] [S9.16] */
export class FrameLoadFailedError extends LatchkeyError {
  override readonly name = 'FrameLoadFailedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('FRAME_LOAD_FAILED', 'Unable to load email login dependency', options)
  }
}

/** The frame is there, but did not answer within 120 s. [S8.35] [S9.16] */
export class FrameRequestTimedOutError extends LatchkeyError {
  override readonly name = 'FrameRequestTimedOutError'
  constructor(options?: LatchkeyErrorOptions) {
    super('FRAME_REQUEST_TIMED_OUT', 'The embedded wallet did not answer in time.', options)
  }
}

/** The frame answered with an error: in its own words where it gave some. [S8.34] */
export class FrameFailedError extends LatchkeyError {
  override readonly name = 'FrameFailedError'
  constructor({ message, ...options }: LatchkeyErrorOptions & { readonly message?: string | undefined } = {}) {
    super('FRAME_FAILED', message || 'An error occurred', options)
  }
}

/** The operator of the embedded wallet has frozen this user: nothing is signed, exported or changed, and nobody logs in. */
export class WalletFrozenError extends LatchkeyError {
  override readonly name = 'WalletFrozenError'
  constructor(options?: LatchkeyErrorOptions) {
    super('WALLET_FROZEN', 'Your wallet is frozen by the wallet provider.', options)
  }
}

/** What waited in the embedded wallet was given up. `isRequest`: it was a request of the app's. [S8.32] [S8.33] */
export class RequestAbortedError extends LatchkeyError {
  override readonly name = 'RequestAbortedError'
  /** Settles soon after, where the wallet still says what became of the request: it rejects with `isUnsent` where nothing did. */
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

/** The embedded wallet does not take this method; `rpcCode` is what its provider rejects with (EIP-1193). [S8.17] */
export class ActionNotAllowedError extends LatchkeyError {
  override readonly name = 'ActionNotAllowedError'
  readonly rpcCode = 4200
  constructor(options?: LatchkeyErrorOptions) {
    super('ACTION_NOT_ALLOWED', 'Requested RPC call is not allowed', options)
  }
}

/** This modal has no embedded wallet. [S8.9] */
export class NoAuthConnectorError extends LatchkeyError {
  override readonly name = 'NoAuthConnectorError'
  constructor() {
    super('NO_AUTH_CONNECTOR', 'No auth connector found', { details: 'Add embeddedWallet() to `adapters`.' })
  }
}

/** The call is about an embedded wallet, and what is connected is none. [S8.10] */
export class NotEmailOrSocialError extends LatchkeyError {
  override readonly name = 'NotEmailOrSocialError'
  constructor(options?: LatchkeyErrorOptions) {
    super('NOT_EMAIL_OR_SOCIAL', 'Not connected to email or social', options)
  }
}

/** The secure site does not serve this project or this page's origin. [S8.22] */
export class UnverifiedDomainError extends LatchkeyError {
  override readonly name = 'UnverifiedDomainError'
  constructor(options?: LatchkeyErrorOptions) {
    super('UNVERIFIED_DOMAIN', 'Unverified Domain', options)
  }
}

// Of logins at other sites: in a popup, or with Farcaster on a phone.

/** The browser opened no window. Trying again opens it: then it is the visitor's own press that does. */
export class PopupBlockedError extends LatchkeyError {
  override readonly name = 'PopupBlockedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('POPUP_BLOCKED', 'The browser has blocked the popup.', options)
  }
}

/** The visitor closed the popup before it had a result. [S4.12] [S8.6] */
export class PopupClosedError extends LatchkeyError {
  override readonly name = 'PopupClosedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('POPUP_CLOSED', 'Popup closed', options)
  }
}

/** The provider, or the secure site, did not log the visitor in; `details` say why, as the provider does. [S8.8] */
export class SocialFailedError extends LatchkeyError {
  override readonly name = 'SocialFailedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('SOCIAL_FAILED', 'Failed to initiate social connection', options)
  }
}

/** A result came from another origin than that of the secure site. It went nowhere. */
export class ForeignResultError extends LatchkeyError {
  override readonly name = 'ForeignResultError'
  constructor(options?: LatchkeyErrorOptions) {
    super('FOREIGN_RESULT', 'The result of the login came from another site.', options)
  }
}

/** Farcaster gave no link, or nobody followed it, or said no; `details` say why. [S8.7] */
export class FarcasterFailedError extends LatchkeyError {
  override readonly name = 'FarcasterFailedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('FARCASTER_FAILED', 'Failed to connect to farcaster', options)
  }
}
