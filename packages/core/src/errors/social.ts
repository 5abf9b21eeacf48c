import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

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
