import type { AccountCalls } from './account.js'
import type { FactorKind, FactorProof, FactorUse } from './factor.js'
import type { LoginProvider, LoginUse, SocialProvider } from './login.js'
import type { NoticeList } from './notice.js'
import type { PasskeyOptions, PasskeyResponse, PasskeyUse } from './passkey.js'
import type { Simulation } from './simulation.js'
import type { DeviceKey } from './statement.js'
import type { Summary } from './summary.js'

/** An account of the user's wallet; its address as people write it: EIP-55, base58, bech32. */
export type UserAccount =
  | { readonly namespace: 'eip155' | 'solana'; readonly address: string }
  | {
      readonly namespace: 'bip122'
      /** CAIP-2: each network has its own address. */
      readonly chain: string
      readonly address: string
      /** P2WPKH at BIP-84's path, or P2TR at that of BIP-86. */
      readonly purpose: 'payment' | 'ordinal'
      /** Compressed, in hex. */
      readonly publicKey: string
      readonly path: string
    }

/** Why a transfer waits, and until when: milliseconds since the epoch. */
export type TransferHold = {
  readonly until: number
  /** The first transfer above the operator's limit to a recipient, or one from a device that is new to the user. */
  readonly reason: 'recipient' | 'device'
  /** It was approved before, and waits already: there is nothing to approve until it ends. */
  readonly isBegun?: true | undefined
}

export type User = {
  /** Null if the user never verified an email address. Users who only log in with passkeys have neither this nor a provider. */
  readonly email: string | null
  /** The provider of the last login, if any. `token`: the app itself; `guest`: none, only this browser opens the wallet. */
  readonly provider?: LoginProvider | undefined
  /** The user's name at that provider, for display only. */
  readonly username?: string | undefined
  readonly accounts: readonly UserAccount[]
  /** Address of the EVM smart account, deployed or not. */
  readonly smartAccount: string
  /** A passkey of the user owns the smart account; custody's keys don't. */
  readonly isSelfCustodial?: true | undefined
  /** The wallet is locked with the user's own key; so are all accounts, except a smart account in self-custody. */
  readonly isSealed?: true | undefined
}

type Nothing = Readonly<Record<string, never>>

/**
 * Custody's calls: names, parameters and results. Times are milliseconds since the epoch by custody's clock, `retryAfter` is in seconds.
 *
 * `hello` comes first on each load of the frame. It enrolls the key that signs it, until 15 minutes after its last call; a key that was
 * idle for longer, or doesn't match the cookie, gets `NO_DEVICE`, says hello again and repeats its call once.
 */
export type CustodyCalls = AccountCalls & {
  readonly hello: {
    readonly params: {
      /** The page's stored `resumeToken`. Works once; a second use ends the session. */
      readonly resumeToken?: string | undefined
      /** The cookie didn't come back: this device is identified by its key, and by a resume token after a reload. */
      readonly cookies?: false | undefined
      /** The browser keeps the key that signs this: a session is then bound to that key, and the cookie alone opens none. */
      readonly keepsKey?: true | undefined
    }
    readonly result: {
      readonly now: number
      readonly isConnected: boolean
      /** Whether a cookie of ours came with this call. */
      readonly hasCredential: boolean
      /** For the page to store, replacing the previous one. */
      readonly resumeToken?: string | undefined
    }
  }
  readonly 'email.start': {
    readonly params: { readonly email: string }
    readonly result: {
      /** Whether a link was mailed first, or a code at once. */
      readonly action: 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'
      readonly expiresAt: number
      /** Seconds after which another email may be requested. */
      readonly retryAfter: number
    }
  }
  /** A long poll of up to 20 seconds. Once approved, a code has been sent. */
  readonly 'email.device': { readonly params: Nothing; readonly result: { readonly status: 'pending' | 'approved' } }
  readonly 'email.verify': { readonly params: { readonly code: string }; readonly result: { readonly user: User } }
  readonly 'social.start': {
    readonly params: LoginUse & {
      readonly provider: SocialProvider
      /** 128 bits in hex: finds the login of a popup whose opener can't redirect it. */
      readonly popup?: string | undefined
    }
    /** `uri` is a page of the site that redirects to the provider; if started on `/account`, it leads back there. */
    readonly result: { readonly uri: string; readonly state: string; readonly expiresAt: number }
  }
  /** `code` comes with the popup's message. Without it: a long poll of up to 20 seconds for the user's confirmation in the popup. */
  readonly 'social.finish': {
    readonly params: { readonly state: string; readonly code?: string | undefined }
    readonly result:
      | { readonly status: 'done'; readonly user: User; readonly use?: LoginUse['use'] }
      /** `isAlone`: the app's page can't see the popup, so it can't know whether the popup is still open. */
      | { readonly status: 'pending'; readonly isAlone: boolean }
  }
  /** `url` is shown as a QR code or opened on a phone. */
  readonly 'farcaster.start': {
    readonly params: LoginUse
    readonly result: { readonly url: string; readonly expiresAt: number }
  }
  /** A long poll of up to 20 seconds. */
  readonly 'farcaster.wait': {
    readonly params: Nothing
    readonly result: { readonly status: 'pending' } | { readonly status: 'done'; readonly user: User }
  }
  /** Starts a ceremony: for this device and use, within five minutes, once. The browser runs it on the vault's origin. */
  readonly 'passkey.start': {
    readonly params: {
      readonly use: PasskeyUse
      readonly code?: string | undefined
      readonly proof?: FactorProof | undefined
    }
    readonly result: { readonly options: PasskeyOptions; readonly expiresAt: number }
  }
  /** The same response gets the same reply for a minute, as that may have been lost. `name`: of a new passkey. */
  readonly 'passkey.finish': {
    readonly params: {
      readonly use: PasskeyUse
      readonly response: PasskeyResponse
      readonly name?: string | undefined
    }
    readonly result: { readonly user: User }
  }
  /** Completes a login that was answered with `FACTOR_NEEDED`, within 15 minutes. */
  readonly 'factors.login': {
    readonly params: { readonly proof?: FactorProof | undefined }
    readonly result: { readonly user: User }
  }
  /** Starts the ceremony in which a passkey is the second factor of one call, within five minutes, once. */
  readonly 'factors.passkey': {
    readonly params: FactorUse
    readonly result: { readonly options: PasskeyOptions; readonly expiresAt: number }
  }
  /**
   * Sends a code by SMS, if the project allows `sms`. `phone` is as the user typed it. `use`: only on the page `/account`; to link the
   * number, its confirmation takes the proof.
   */
  readonly 'phone.start': {
    readonly params: { readonly phone: string; readonly use?: LoginUse['use'] }
    readonly result: {
      /** The number as people write it. */
      readonly phone: string
      readonly expiresAt: number
      /** Seconds after which another SMS may be requested. */
      readonly retryAfter: number
    }
  }
  /** `code` is that of the SMS; `confirmation`, to link the number, the fresh one of the wallet's mailbox, if it has one. */
  readonly 'phone.verify': {
    readonly params: {
      readonly code: string
      readonly confirmation?: string | undefined
      readonly proof?: FactorProof | undefined
    }
    readonly result: { readonly user: User }
  }
  /** A JWT that the app's backend signed, as the project's `jwt` says. Works once. Only in the app. */
  readonly 'token.login': { readonly params: { readonly token: string }; readonly result: { readonly user: User } }
  /** Opens the wallet that only this browser has, or creates it, if the project allows `guests`. Only in the app. */
  readonly 'guest.login': { readonly params: Nothing; readonly result: { readonly user: User } }
  /**
   * Emails a code to an address that a guest typed on the frame's own screen; a page must not choose it. Only in the app, in the browser that
   * opens the guest's wallet.
   */
  readonly 'guest.addEmail': {
    readonly params: { readonly email: string }
    readonly result: { readonly expiresAt: number; readonly retryAfter: number }
  }
  /** Takes that code. From then on the address opens the wallet, and the browser alone no longer does. */
  readonly 'guest.confirmEmail': {
    readonly params: { readonly code: string }
    readonly result: { readonly email: string }
  }
  readonly 'user.get': { readonly params: Nothing; readonly result: User }
  /** Logs the user in on the vault's own page in the same browser, which has this key. */
  readonly 'session.share': { readonly params: { readonly key: DeviceKey }; readonly result: Nothing }
  readonly 'session.end': { readonly params: Nothing; readonly result: Nothing }
  readonly 'update.start': {
    readonly params: { readonly email: string; readonly proof?: FactorProof | undefined }
    readonly result: {
      /** The old mailbox confirms first; without one, only the new one does. */
      readonly action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'
      readonly expiresAt: number
      readonly retryAfter: number
    }
  }
  /** Takes the code of the old mailbox, and emails one to the new address. */
  readonly 'update.primary': { readonly params: { readonly code: string }; readonly result: Nothing }
  readonly 'update.secondary': {
    readonly params: { readonly code: string }
    readonly result: { readonly email: string }
  }
  /** Drafts a smart account operation: the frame fills in the rest, from the network. */
  readonly 'operation.draft': {
    readonly params: { readonly method: string; readonly params: unknown; readonly chain: string }
    readonly result: {
      readonly sender: string
      readonly callData: string
      readonly factory: string
      readonly factoryData: string
      /** A dummy of the right length. */
      readonly signature: string
    }
  }
  /** Returns which operation calls became, by the app's id. */
  readonly 'calls.get': {
    readonly params: { readonly id: string }
    readonly result: { readonly chain: string; readonly hash: string; readonly sentAt: number }
  }
  /** Lists the permissions that the user has granted the site, newest first, in the form of ERC-7715. */
  readonly 'permissions.list': {
    readonly params: Nothing
    readonly result: { readonly permissions: readonly object[] }
  }
  /** For an operation, `params` are the app's, followed by the terms that the frame filled in. */
  readonly 'request.prepare': {
    /** `chain` is a CAIP-2 id. */
    readonly params: { readonly method: string; readonly params: unknown; readonly chain: string }
    readonly result: {
      readonly id: string
      readonly expiresAt: number
      /** SHA-256 of the request as custody parsed it, hex. It is sent back to sign. */
      readonly digest: string
      readonly summary: Summary
      /** This session was resumed with a token that the app's page keeps: `consent.give` has to approve it. */
      readonly needsConsent?: true | undefined
      /** The simulated effects; absent if there was nothing to run. */
      readonly simulation?: Simulation | undefined
      /** A permission covers it: the user isn't asked. */
      readonly isPermitted?: true | undefined
      /** Approving it doesn't sign it: it waits, and is requested again once the hold is over. */
      readonly hold?: TransferHold | undefined
      /** Signing it takes the user's second factor, of one of these kinds. */
      readonly factors?: readonly FactorKind[] | undefined
      /** Options of the browser's ceremony, if a passkey of the smart account signs instead of custody. */
      readonly ceremony?: PasskeyOptions | undefined
      /** Notices that this device hasn't shown yet. */
      readonly news?: NoticeList | undefined
    }
  }
  readonly 'request.sign': {
    /** `passkey`: the browser's response, which also counts as the second factor. */
    readonly params: {
      readonly id: string
      readonly digest: string
      readonly proof?: FactorProof | undefined
      readonly passkey?: PasskeyResponse | undefined
    }
    readonly result: { readonly result: unknown }
  }
  /** In the vault's own window, with a login of the same user there: for a session that may not approve by itself. */
  readonly 'consent.give': {
    readonly params: { readonly id: string; readonly digest: string }
    readonly result: Nothing
  }
  /** Cancels the user's holds without a transfer: they never pass, and a new request is held again. */
  readonly 'hold.cancel': { readonly params: Nothing; readonly result: Nothing }
  readonly 'request.reject': { readonly params: { readonly id: string }; readonly result: Nothing }
}

export type CustodyMethod = keyof CustodyCalls
export type CustodyParams<method extends CustodyMethod> = CustodyCalls[method]['params']
export type CustodyResult<method extends CustodyMethod> = CustodyCalls[method]['result']

/**
 * - `BAD_STATEMENT` malformed, not signed by its key, or a replay; `STALE_STATEMENT` wrong clock: `now` is the right time
 * - `UNKNOWN_PROJECT` no such project, or not on this origin; `NO_DEVICE` say hello; `NO_SESSION` no user is logged in here
 * - `NO_CHALLENGE` no code was requested; `CODE_WRONG`, `CODE_EXPIRED`, `CODE_SPENT` request another one
 * - `FACTOR_NEEDED` with the `factors` that the user has: present one of them, within the same call or, after a login, with `factors.login`
 * - `TOO_MANY` with `retryAfter`; `RESUMED` not with a session that was resumed by a token
 * - `INVALID_PARAMS`, `NOT_ALLOWED` for the content to sign; `NO_APPROVAL` it was never requested, has expired or is used
 * - `NO_PROVIDER` this vault has no such login; `SOCIAL_FAILED` the provider is down; `SOCIAL_REFUSED` the user or the provider declined,
 *   or no user was identified; `NO_LOGIN` nothing was started here, it expired or was used; `LOGIN_TAKEN` it opens another wallet already;
 *   `OTHER_LOGIN` it doesn't open this one; `LAST_LOGIN` it is the only login
 * - `PASSKEY_UNKNOWN` the passkey was removed, or never registered here; `PASSKEY_REFUSED` the browser's response is invalid
 * - `UNSUPPORTED_CAPABILITY`, `UNSUPPORTED_CHAIN`, `DUPLICATE_ID`, `UNKNOWN_BUNDLE`, `BUNDLE_TOO_LARGE`, `NOT_ATOMIC` for calls, as in
 *   EIP-5792
 * - `FROZEN` with `retryAfter`: too soon after a change of the address, or on a new device, or its owner has frozen the wallet; `LOCKED`
 *   its owner has sealed the wallet, and not unlocked it on this device, or this takes one of its factors; `NEW_DEVICE` with `retryAfter`:
 *   an older device has to confirm this one first; `WALLET_FROZEN` the operator has frozen the user; `STOPPED` signing is stopped;
 *   `SPEND_LIMIT` with `retryAfter`: the daily limit is reached; `POLICY` the operator doesn't allow it; `HELD` with `retryAfter`: it was
 *   approved and waits, request it again then; `REVERTS` the network would not execute it; `NOT_HERE` use another page for that
 * - `SELF_CUSTODY_NEEDED` the app requires self-custody, and custody could sign this alone
 * - `INVALID_PHONE` not a mobile number, or without a country code; `PHONE_NOT_ALLOWED` the project doesn't send to its country
 * - `MAIL_FAILED`, `SMS_FAILED` nothing was spent, try again; `UNAVAILABLE` with `retryAfter`: the database doesn't answer; `INTERNAL`
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
  | 'FACTOR_NEEDED'
  | 'TOO_MANY'
  | 'INVALID_EMAIL'
  | 'EMAIL_TAKEN'
  | 'INVALID_PHONE'
  | 'PHONE_NOT_ALLOWED'
  | 'RESUMED'
  | 'NO_PROVIDER'
  | 'SOCIAL_REFUSED'
  | 'SOCIAL_FAILED'
  | 'NO_LOGIN'
  | 'LOGIN_TAKEN'
  | 'OTHER_LOGIN'
  | 'LAST_LOGIN'
  | 'PASSKEY_UNKNOWN'
  | 'PASSKEY_REFUSED'
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
  | 'SELF_CUSTODY_NEEDED'
  | 'INVALID_PARAMS'
  | 'NOT_ALLOWED'
  | 'UNSUPPORTED_CAPABILITY'
  | 'UNSUPPORTED_CHAIN'
  | 'DUPLICATE_ID'
  | 'UNKNOWN_BUNDLE'
  | 'BUNDLE_TOO_LARGE'
  | 'NOT_ATOMIC'
  | 'MAIL_FAILED'
  | 'SMS_FAILED'
  | 'UNAVAILABLE'
  | 'INTERNAL'

/** `message` is one sentence for people. */
export type CustodyError = {
  readonly code: CustodyErrorCode
  readonly message: string
  /** Seconds. */
  readonly retryAfter?: number | undefined
  readonly now?: number | undefined
  /** With errors about the second factor: the kinds that the user has. */
  readonly factors?: readonly FactorKind[] | undefined
}

/** `POST /call`: a call as the site received it. */
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

/** The status is always 200; `credential` is the cookie's new value, null clears it. */
export type CallReply<method extends CustodyMethod = CustodyMethod> = (
  | { readonly result: CustodyResult<method>; readonly error?: undefined }
  | { readonly result?: undefined; readonly error: CustodyError }
) & { readonly credential?: string | null | undefined }

/** `POST /link`: describes the request of a mailed link, or approves it. */
export type LinkRequest = { readonly token: string; readonly approve: boolean; readonly ip: string }

/** `gone`: used, expired or unknown. */
export type LinkReply =
  | {
      readonly status: 'open' | 'approved'
      /** Id of the app's project. */
      readonly project: string
      /** Origin of the page where the user logs in. */
      readonly origin: string
      /** e.g. `Firefox on Windows` */
      readonly browser: string
      /** Rough location, e.g. `203.0.113.x`. */
      readonly place?: string | undefined
      readonly expiresAt: number
      readonly error?: undefined
    }
  | { readonly status: 'gone'; readonly error?: undefined }
  | { readonly status?: undefined; readonly error: CustodyError }

/**
 * `POST /social`: requests of the pages of a provider login. `browser` is the browser's cookie for this login, `from` the origin of the
 * referring page.
 * - `loading` the first page of a popup that has lost its opener
 * - `start` redirects to the provider; `returnTo` is the page to return to if there is no popup
 * - `callback` the provider's response, unchanged: a query or a form
 * - `ask` the content of the confirmation page; `confirm` the user has confirmed
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
 * - `gone`: unknown, used, or expired
 * - `elsewhere`: started in another browser, or not opened by the app's page; the login stays valid
 * - `notListed`: the project doesn't list the page to return to
 */
export type SocialReply =
  | { readonly status: 'waiting' | 'gone' | 'notListed'; readonly error?: undefined }
  | {
      readonly status: 'elsewhere'
      readonly project?: string | undefined
      readonly origin: string
      readonly app: string
      readonly error?: undefined
    }
  | { readonly status: 'go'; readonly uri: string; readonly error?: undefined }
  | {
      readonly status: 'answered'
      readonly project?: string | undefined
      readonly provider: SocialProvider
      readonly providerName?: string | undefined
      /** Origin of the app's page: the only one that gets the result. */
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
      readonly project?: string | undefined
      readonly provider: SocialProvider
      readonly providerName?: string | undefined
      /** The user's name at the provider, if known. */
      readonly account?: string | undefined
      readonly origin: string
      readonly app: string
      /** The device that gets the login, e.g. `Firefox on Windows`. */
      readonly browser: string
      readonly place?: string | undefined
      readonly error?: undefined
    }
  | {
      readonly status: 'confirmed'
      readonly project?: string | undefined
      readonly origin: string
      readonly error?: undefined
    }
  | { readonly status?: undefined; readonly error: CustodyError }
