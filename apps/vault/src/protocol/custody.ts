import type { AccountCalls } from './account.js'
import type { LoginProvider, LoginUse, SocialProvider } from './login.js'
import type { NoticeList } from './notice.js'
import type { Simulation } from './simulation.js'
import type { Summary } from './summary.js'

/** An account of the visitor's wallet; its address as people write it: EIP-55, base58. */
export type UserAccount = { readonly namespace: 'eip155' | 'solana'; readonly address: string }

/** Why a transfer waits, and until when: milliseconds since the epoch. */
export type TransferHold = {
  readonly until: number
  /** The first transfer above the operator's limit to a recipient, or one from a device that is new to the user. */
  readonly reason: 'recipient' | 'device'
  /** It was approved before, and waits already: there is nothing to approve until it ends. */
  readonly isBegun?: true | undefined
}

export type User = {
  /** Null for who never showed that a mailbox is theirs. */
  readonly email: string | null
  /** Of the provider that was logged in with last, if any was. */
  readonly provider?: LoginProvider | undefined
  /** How that provider calls them: to be shown, and for nothing else. */
  readonly username?: string | undefined
  readonly accounts: readonly UserAccount[]
  /** Of the account on EVM that is a contract, whether or not it is on a network yet. */
  readonly smartAccount: string
}

type Nothing = Readonly<Record<string, never>>

/**
 * What custody is asked: by name, what goes in and what comes out. Times are milliseconds since the epoch of custody's clock,
 * `retryAfter` is in seconds.
 *
 * `hello` comes first on each load of the frame. It enrols the key that signs it, for 15 minutes after each call; a key that was
 * silent for longer, or is another than the cookie's, is told `NO_DEVICE`, says hello again and repeats its call once.
 */
export type CustodyCalls = AccountCalls & {
  readonly hello: {
    readonly params: {
      /** What the page kept of an earlier `resumeToken`. Good once; a second use ends the session. */
      readonly resumeToken?: string | undefined
      /** The cookie did not come back: this device is known by its key, and by a resume token after a reload. */
      readonly cookies?: false | undefined
      /** The browser keeps the key that signs this: a session is then that key's alone, and no cookie stands for it. */
      readonly keepsKey?: true | undefined
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
  readonly 'social.start': {
    readonly params: LoginUse & {
      readonly provider: SocialProvider
      /** 128 bits in hex by which the popup's first page is found where its opener cannot tell it where to go. */
      readonly popup?: string | undefined
    }
    /** `uri` is an address of the site, which sends on to the provider; begun on `/account`, it leads back there. */
    readonly result: { readonly uri: string; readonly state: string; readonly expiresAt: number }
  }
  /** `code` came with the popup's message. Without it: only what the visitor has confirmed in the popup, and held for 20 seconds at most. */
  readonly 'social.finish': {
    readonly params: { readonly state: string; readonly code?: string | undefined }
    readonly result:
      | { readonly status: 'done'; readonly user: User; readonly use?: LoginUse['use'] }
      /** `isAlone`: the popup cannot be seen from the app's page, so that nobody knows whether it is still open. */
      | { readonly status: 'pending'; readonly isAlone: boolean }
  }
  /** `url` is shown as a QR code or opened on a phone. */
  readonly 'farcaster.start': {
    readonly params: LoginUse
    readonly result: { readonly url: string; readonly expiresAt: number }
  }
  /** Held for 20 seconds at most. */
  readonly 'farcaster.wait': {
    readonly params: Nothing
    readonly result: { readonly status: 'pending' } | { readonly status: 'done'; readonly user: User }
  }
  readonly 'user.get': { readonly params: Nothing; readonly result: User }
  readonly 'session.end': { readonly params: Nothing; readonly result: Nothing }
  readonly 'update.start': {
    readonly params: { readonly email: string }
    readonly result: {
      /** The old mailbox is asked first; who has none goes on with the new one. */
      readonly action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'
      readonly expiresAt: number
      readonly retryAfter: number
    }
  }
  /** The code of the old mailbox; mails one to the new address. */
  readonly 'update.primary': { readonly params: { readonly code: string }; readonly result: Nothing }
  readonly 'update.secondary': {
    readonly params: { readonly code: string }
    readonly result: { readonly email: string }
  }
  /** What of an operation of the smart account follows from what is asked: the frame fills in the rest, from the network. */
  readonly 'operation.draft': {
    readonly params: { readonly method: string; readonly params: unknown; readonly chain: string }
    readonly result: {
      readonly sender: string
      readonly callData: string
      readonly factory: string
      readonly factoryData: string
      /** Of the right length, and of nobody. */
      readonly signature: string
    }
  }
  /** Which operation calls are, by the id that the app has of them. */
  readonly 'calls.get': {
    readonly params: { readonly id: string }
    readonly result: { readonly chain: string; readonly hash: string; readonly sentAt: number }
  }
  /** Of an operation, `params` are the app's own, and behind them the terms that the frame filled in. */
  readonly 'request.prepare': {
    /** `chain` is a CAIP-2 id. */
    readonly params: { readonly method: string; readonly params: unknown; readonly chain: string }
    readonly result: {
      readonly id: string
      readonly expiresAt: number
      /** SHA-256 of what will be signed as custody understood it, hex. It is handed back to sign. */
      readonly digest: string
      readonly summary: Summary
      /** This session was resumed by a token that the app's page keeps: it is approved by `consent.give`. */
      readonly needsConsent?: true | undefined
      /** What it would do, as far as a node told; absent where there is nothing to run. */
      readonly simulation?: Simulation | undefined
      /** The user has allowed it before: they are not asked. */
      readonly isPermitted?: true | undefined
      /** Approving it does not sign it: it waits, and is asked for again once the hold is over. */
      readonly hold?: TransferHold | undefined
      /** What has happened to the wallet that this device has not shown yet. */
      readonly news?: NoticeList | undefined
    }
  }
  readonly 'request.sign': {
    readonly params: { readonly id: string; readonly digest: string }
    readonly result: { readonly result: unknown }
  }
  /** In a window of the vault's own, by a login of the same user there: for a session that may not approve by itself. */
  readonly 'consent.give': {
    readonly params: { readonly id: string; readonly digest: string }
    readonly result: Nothing
  }
  /** Ends the user's holds without a transfer: what waited never passes, and is held again when it is asked for again. */
  readonly 'hold.cancel': { readonly params: Nothing; readonly result: Nothing }
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
 * - `NO_PROVIDER` this vault has no such login; `SOCIAL_FAILED` the provider is down; `SOCIAL_REFUSED` the visitor or the provider said
 *   no, or nobody was proved; `NO_LOGIN` nothing was begun here, its time is up or it was used; `LOGIN_TAKEN` it opens another wallet already; `OTHER_LOGIN` it does not open this
 *   one; `LAST_LOGIN` there is no other way in
 * - `UNSUPPORTED_CAPABILITY`, `UNSUPPORTED_CHAIN`, `DUPLICATE_ID`, `UNKNOWN_BUNDLE`, `BUNDLE_TOO_LARGE`, `NOT_ATOMIC` of calls, as EIP-5792 has them
 * - `FROZEN` with `retryAfter`: not so soon after a change of the address, or on a new device, or its owner has frozen the wallet; `LOCKED` its
 *   owner has sealed the wallet, and not unlocked it on this device, or this takes one of its factors; `NEW_DEVICE` with `retryAfter`: an
 *   older device has to confirm this one first; `WALLET_FROZEN` the operator has frozen the user; `STOPPED` nothing is signed at this time;
 *   `SPEND_LIMIT` with `retryAfter`: that is all for today; `POLICY` the operator does not allow it; `HELD` with `retryAfter`: it was approved
 *   and waits, ask again then; `REVERTS` the network would not carry it out; `NOT_HERE` another page is for that
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
  | 'NO_PROVIDER'
  | 'SOCIAL_REFUSED'
  | 'SOCIAL_FAILED'
  | 'NO_LOGIN'
  | 'LOGIN_TAKEN'
  | 'OTHER_LOGIN'
  | 'LAST_LOGIN'
  | 'FROZEN'
  | 'LOCKED'
  | 'WALLET_FROZEN'
  | 'NEW_DEVICE'
  | 'STOPPED'
  | 'SPEND_LIMIT'
  | 'POLICY'
  | 'HELD'
  | 'REVERTS'
  | 'NOT_HERE'
  | 'INVALID_PARAMS'
  | 'NOT_ALLOWED'
  | 'UNSUPPORTED_CAPABILITY'
  | 'UNSUPPORTED_CHAIN'
  | 'DUPLICATE_ID'
  | 'UNKNOWN_BUNDLE'
  | 'BUNDLE_TOO_LARGE'
  | 'NOT_ATOMIC'
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
  /** The browser's `Accept-Language`. */
  readonly language?: string | undefined
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

/**
 * `POST /social`: what the pages of a login by another provider ask. `browser` is the value of the browser's cookie for this login, `from`
 * the origin of the page that led here.
 * - `loading` the first page of a popup that has lost its opener
 * - `start` sends on to the provider; `returnTo` is the page to come back to where there is no popup
 * - `callback` the provider's answer, as it came: a query or a form
 * - `ask` what the user is shown before they confirm; `confirm` they did
 */
export type SocialRequest =
  | { readonly step: 'loading'; readonly popup: string; readonly from?: string | undefined }
  | {
      readonly step: 'start'
      readonly state: string
      readonly browser: string
      readonly from?: string | undefined
      readonly returnTo?: string | undefined
    }
  | { readonly step: 'callback'; readonly answer: string; readonly browser?: string | undefined }
  | {
      readonly step: 'ask' | 'confirm'
      readonly state: string
      readonly code: string
      readonly browser?: string | undefined
    }

/**
 * - `gone`: never there, used, or its time is up
 * - `elsewhere`: began in another browser, or was not opened by the app's page; nothing of the login is spent
 * - `notListed`: the project does not list the page to come back to
 */
export type SocialReply =
  | { readonly status: 'waiting' | 'gone' | 'notListed'; readonly error?: undefined }
  | { readonly status: 'elsewhere'; readonly origin: string; readonly app: string; readonly error?: undefined }
  | { readonly status: 'go'; readonly uri: string; readonly error?: undefined }
  | {
      readonly status: 'answered'
      readonly provider: SocialProvider
      /** Of the app's page: the only one that gets the result. */
      readonly origin: string
      /** The app's name. */
      readonly app: string
      readonly resultUri: string
      readonly returnTo?: string | undefined
      /** Why it failed. */
      readonly fault?: string | undefined
      readonly error?: undefined
    }
  | {
      readonly status: 'ask'
      readonly provider: SocialProvider
      /** As the provider calls its user, where it does. */
      readonly account?: string | undefined
      readonly origin: string
      readonly app: string
      /** Of the device that gets the login, e.g. `Firefox on Windows`. */
      readonly browser: string
      readonly place?: string | undefined
      readonly error?: undefined
    }
  | { readonly status: 'confirmed'; readonly origin: string; readonly error?: undefined }
  | { readonly status?: undefined; readonly error: CustodyError }
