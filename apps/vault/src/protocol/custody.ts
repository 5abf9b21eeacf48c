import type { Summary } from './summary.js'

/** An account of the visitor's wallet; its address as people write it: EIP-55, base58. */
export type UserAccount = { readonly namespace: 'eip155' | 'solana'; readonly address: string }

export type User = { readonly email: string; readonly accounts: readonly UserAccount[] }

type Nothing = Readonly<Record<string, never>>

/**
 * What custody is asked: by name, what goes in and what comes out. Times are milliseconds since the epoch of custody's clock,
 * `retryAfter` is in seconds.
 *
 * `hello` comes first on each load of the frame. It enrols the key that signs it, for 15 minutes after each call; a key that was
 * silent for longer, or is another than the cookie's, is told `NO_DEVICE`, says hello again and repeats its call once.
 */
export type CustodyCalls = {
  readonly hello: {
    readonly params: {
      /** What the page kept of an earlier `resumeToken`. Good once; a second use ends the session. */
      readonly resumeToken?: string | undefined
      /** The cookie did not come back: this device is known by its key, and by a resume token after a reload. */
      readonly cookies?: false | undefined
    }
    readonly result: {
      readonly now: number
      readonly isConnected: boolean
      /** Whether a cookie of ours came with this call. */
      readonly hasCredential: boolean
      /** For the page to keep instead of the one before. */
      readonly resumeToken?: string | undefined
    }
  }
  readonly 'email.start': {
    readonly params: { readonly email: string }
    readonly result: {
      /** A link was mailed first, or a code at once. */
      readonly action: 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'
      readonly expiresAt: number
      /** After which another mail may be asked for. */
      readonly retryAfter: number
    }
  }
  /** Held for 20 seconds at most. Once approved, a code has been mailed. */
  readonly 'email.device': { readonly params: Nothing; readonly result: { readonly status: 'pending' | 'approved' } }
  readonly 'email.verify': { readonly params: { readonly code: string }; readonly result: { readonly user: User } }
  readonly 'user.get': { readonly params: Nothing; readonly result: User }
  readonly 'session.end': { readonly params: Nothing; readonly result: Nothing }
  readonly 'update.start': {
    readonly params: { readonly email: string }
    readonly result: { readonly action: 'VERIFY_PRIMARY_OTP'; readonly expiresAt: number; readonly retryAfter: number }
  }
  /** The code of the old mailbox; mails one to the new address. */
  readonly 'update.primary': { readonly params: { readonly code: string }; readonly result: Nothing }
  readonly 'update.secondary': {
    readonly params: { readonly code: string }
    readonly result: { readonly email: string }
  }
  readonly 'request.prepare': {
    /** `chain` is a CAIP-2 id. */
    readonly params: { readonly method: string; readonly params: unknown; readonly chain: string }
    readonly result: {
      readonly id: string
      readonly expiresAt: number
      /** SHA-256 of what will be signed as custody understood it, hex. It is handed back to sign. */
      readonly digest: string
      readonly summary: Summary
    }
  }
  readonly 'request.sign': {
    readonly params: { readonly id: string; readonly digest: string }
    readonly result: { readonly result: unknown }
  }
  readonly 'request.reject': { readonly params: { readonly id: string }; readonly result: Nothing }
}

export type CustodyMethod = keyof CustodyCalls
export type CustodyParams<method extends CustodyMethod> = CustodyCalls[method]['params']
export type CustodyResult<method extends CustodyMethod> = CustodyCalls[method]['result']

/**
 * - `BAD_STATEMENT` not well formed, not signed by its key, or seen before; `STALE_STATEMENT` signed by a wrong clock: `now` is the right one
 * - `UNKNOWN_PROJECT` no such project, or not on this origin; `NO_DEVICE` say hello; `NO_SESSION` nobody is logged in here
 * - `NO_CHALLENGE` no code was asked for; `CODE_WRONG`, `CODE_EXPIRED`, `CODE_SPENT` ask for another one
 * - `TOO_MANY` with `retryAfter`; `RESUMED` not on a session that a resume token took up
 * - `INVALID_PARAMS`, `NOT_ALLOWED` of what is to be signed; `NO_APPROVAL` it was never asked for, has expired or is used
 * - `MAIL_FAILED` nothing was spent, try again; `UNAVAILABLE` with `retryAfter`: the database does not answer; `INTERNAL`
 */
export type CustodyErrorCode =
  | 'BAD_STATEMENT'
  | 'STALE_STATEMENT'
  | 'UNKNOWN_PROJECT'
  | 'NO_DEVICE'
  | 'NO_SESSION'
  | 'NO_CHALLENGE'
  | 'NO_APPROVAL'
  | 'CODE_WRONG'
  | 'CODE_EXPIRED'
  | 'CODE_SPENT'
  | 'TOO_MANY'
  | 'INVALID_EMAIL'
  | 'EMAIL_TAKEN'
  | 'RESUMED'
  | 'INVALID_PARAMS'
  | 'NOT_ALLOWED'
  | 'MAIL_FAILED'
  | 'UNAVAILABLE'
  | 'INTERNAL'

/** `message` is one sentence for people. */
export type CustodyError = {
  readonly code: CustodyErrorCode
  readonly message: string
  /** Seconds. */
  readonly retryAfter?: number | undefined
  readonly now?: number | undefined
}

/** `POST /call`: what the site hands on, as it came. */
export type CallRequest = {
  readonly statement: string
  readonly signature: string
  /** The cookie's value. */
  readonly credential?: string | undefined
  readonly ip: string
  readonly userAgent: string
}

/** Answered with 200, also where it is a fault; `credential` is the cookie's new value, null clears it. */
export type CallReply<method extends CustodyMethod = CustodyMethod> = (
  | { readonly result: CustodyResult<method>; readonly error?: undefined }
  | { readonly result?: undefined; readonly error: CustodyError }
) & { readonly credential?: string | null | undefined }

/** `POST /link`: looks at a mailed link, which changes nothing, or approves it. */
export type LinkRequest = { readonly token: string; readonly approve: boolean; readonly ip: string }

/** `gone`: used, expired or never there. */
export type LinkReply =
  | {
      readonly status: 'open' | 'approved'
      /** Of the page where somebody logs in. */
      readonly origin: string
      /** e.g. `Firefox on Windows` */
      readonly browser: string
      /** Roughly where from, e.g. `203.0.113.x`. */
      readonly place?: string | undefined
      readonly expiresAt: number
      readonly error?: undefined
    }
  | { readonly status: 'gone'; readonly error?: undefined }
  | { readonly status?: undefined; readonly error: CustodyError }
