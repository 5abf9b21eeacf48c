import type { LoginProvider } from './login.js'
import type { NoticeList } from './notice.js'
import type { DeviceKey } from './statement.js'

type Nothing = Readonly<Record<string, never>>

/** A browser where a user has logged in, as one app knows it. Times are milliseconds since the epoch. */
export type DeviceEntry = {
  readonly id: string
  readonly origin: string
  /** e.g. `Firefox on Windows` */
  readonly browser?: string | undefined
  /** e.g. `203.0.113.x` */
  readonly place?: string | undefined
  readonly since: number
  readonly seenAt: number
  readonly isLoggedIn: boolean
  /** The one that asks. */
  readonly isThis: boolean
}

/** What a fresh code of the mailbox confirms. It is of no use for anything else. */
export type AccountPurpose = 'export' | 'recovery' | 'seal' | 'link' | 'unlink' | 'freeze'

/** One way to log in to a wallet. Times are milliseconds since the epoch. */
export type LoginEntry = {
  /** `email`, of which a wallet has one, or the id of a login elsewhere. */
  readonly id: string
  readonly provider: 'email' | LoginProvider
  /** The address of mail, or how the provider calls its user, if it does. */
  readonly name?: string | undefined
  readonly since: number
  /** The page that asks was logged in by it. */
  readonly isThis: boolean
}

/** 32 bytes that only the visitor has, base64url: made from a printed code, or by a passkey. */
export type Factor =
  | { readonly kind: 'code'; readonly value: string }
  /** `credential`: by which the browser finds the passkey again, base64url. */
  | { readonly kind: 'passkey'; readonly credential: string; readonly value: string }

/** A new browser that asks an older one to let it unlock the wallet. Times are milliseconds since the epoch. */
export type UnlockRequest = {
  /** Of the device. */
  readonly id: string
  readonly origin: string
  /** e.g. `Firefox on Windows` */
  readonly browser: string
  /** e.g. `203.0.113.x` */
  readonly place?: string | undefined
  readonly at: number
  readonly until: number
}

/** How a wallet is locked, for the device that asks. Times are milliseconds since the epoch. */
export type SealState = {
  readonly isSealed: boolean
  /** Until when it signs for this device; absent while it does not. */
  readonly unlockedUntil?: number | undefined
  /** From when on this device unlocks without the word of an older one. */
  readonly unlockFrom: number
  /** It is a day old, or an older one has confirmed it. */
  readonly isConfirmed: boolean
  /** Until when an older device may confirm what this one has asked for. */
  readonly askedUntil?: number | undefined
  /** Passkeys that unlock it; none for a device that may not unlock. */
  readonly passkeys: readonly string[]
}

/** A wallet from before a new seed: its addresses stay signable, once it is chosen again. */
export type FormerWallet = { readonly id: string; readonly addresses: readonly string[]; readonly since: number }

export type AccountState = {
  readonly logins: readonly LoginEntry[]
  /** Of a wallet without a mailbox: until when the login on this page stands for the code. Milliseconds since the epoch. */
  readonly freshUntil?: number | undefined
  /** From when on this browser may export, and take logins off: milliseconds since the epoch. */
  readonly exportFrom: number
  readonly hasRecoveryCode: boolean
  /** A recovery that was begun: when the address changes, unless somebody cancels it. */
  readonly recoveryDueAt?: number | undefined
  readonly seal: SealState
  /** A seal that has not taken effect: when it does, and whether a new seed comes with it. */
  readonly pendingSeal?: { readonly dueAt: number; readonly makesSeed: boolean } | undefined
  /** What new browsers ask; empty for one that is new itself. */
  readonly unlockRequests: readonly UnlockRequest[]
  readonly formerWallets: readonly FormerWallet[]
}

/** A recovery phrase that only the window which asked for it can read: ECDH on P-256, HKDF-SHA-256, AES-256-GCM. All base64url. */
export type SealedPhrase = { readonly key: DeviceKey; readonly nonce: string; readonly sealed: string }

/** What the page `/account` of the site asks, in a window of its own; lists of devices are for the frame too. */
export type AccountCalls = {
  readonly 'devices.list': { readonly params: Nothing; readonly result: { readonly devices: readonly DeviceEntry[] } }
  readonly 'devices.revoke': { readonly params: { readonly id: string }; readonly result: Nothing }
  /** Whom a visitor can log in with here, beside a mailbox. Nobody has to be logged in. */
  readonly 'account.offers': {
    readonly params: Nothing
    readonly result: { readonly providers: readonly LoginProvider[] }
  }
  readonly 'account.get': { readonly params: Nothing; readonly result: AccountState }
  /** Mails a code. A wallet without a mailbox needs none: there a login on this page within ten minutes takes its place. */
  readonly 'account.code': {
    readonly params: { readonly purpose: AccountPurpose }
    readonly result: { readonly expiresAt: number; readonly retryAfter: number }
  }
  /** `key`: made in the window for this once. */
  readonly 'account.export': {
    readonly params: { readonly code?: string | undefined; readonly key: DeviceKey }
    readonly result: SealedPhrase
  }
  /** Takes a login off. The last one stays. */
  readonly 'logins.remove': {
    readonly params: { readonly id: string; readonly code?: string | undefined }
    readonly result: Nothing
  }
  /** A new code for paper, which takes the place of an earlier one. */
  readonly 'recovery.print': {
    readonly params: { readonly code?: string | undefined }
    readonly result: { readonly printed: string }
  }
  /** Nobody is logged in: the printed code moves the wallet to another mailbox, in 72 hours. */
  readonly 'recovery.start': {
    readonly params: { readonly printed: string; readonly email: string }
    readonly result: { readonly dueAt: number }
  }
  readonly 'recovery.cancel': { readonly params: Nothing; readonly result: Nothing }
  /** What has happened to the wallet: for the frame too. */
  readonly 'notices.list': { readonly params: Nothing; readonly result: NoticeList }
  /** Dismisses notices on this device; others still show them. */
  readonly 'notices.seen': { readonly params: { readonly ids: readonly string[] }; readonly result: Nothing }
  /** Does what the button of a notice is for. */
  readonly 'account.act': { readonly params: { readonly id: string }; readonly result: Nothing }
  /** For 72 hours nothing is signed, exported or changed, and no new device comes in. Once in 30 days, more often with a fresh code. */
  readonly 'account.freeze': { readonly params: { readonly code?: string | undefined }; readonly result: Nothing }
  /** Ends a freeze earlier, on a device that was known a day before it began. */
  readonly 'account.unfreeze': { readonly params: { readonly code?: string | undefined }; readonly result: Nothing }
  readonly 'seal.get': { readonly params: Nothing; readonly result: SealState }
  /** A new device asks an older one to confirm it, within half an hour. */
  readonly 'seal.ask': { readonly params: Nothing; readonly result: { readonly until: number } }
  /** An older device decides on a new one, by its id; refusing logs that one out. */
  readonly 'seal.confirm': {
    readonly params: { readonly id: string; readonly approve: boolean }
    readonly result: Nothing
  }
  /**
   * The first factor seals the wallet and is a printed code: at `dueAt`, a day later; `makesSeed` moves to a new seed then. Later ones
   * unlock it too, and take one that there is, `by`.
   */
  readonly 'seal.add': {
    readonly params: {
      readonly code?: string | undefined
      readonly factor: Factor
      readonly by?: string | undefined
      readonly makesSeed?: boolean | undefined
    }
    readonly result: { readonly dueAt?: number }
  }
  /** What has not taken effect is off. */
  readonly 'seal.cancel': { readonly params: Nothing; readonly result: Nothing }
  /** For the device that asks, and no other. */
  readonly 'seal.unlock': { readonly params: { readonly value: string }; readonly result: { readonly until: number } }
  /** On all devices. */
  readonly 'seal.lock': { readonly params: Nothing; readonly result: Nothing }
  /** `by`: one of its factors. */
  readonly 'seal.remove': {
    readonly params: { readonly code?: string | undefined; readonly by?: string | undefined }
    readonly result: Nothing
  }
  /** Takes a wallet of before into use, or the new one again. `by`: one of its factors, where it is sealed. */
  readonly 'wallets.choose': {
    readonly params: { readonly id: string; readonly code?: string | undefined; readonly by?: string | undefined }
    readonly result: Nothing
  }
}

/** The JSON that comes in the page for accounts itself, in the element with the id `settings`. */
export type AccountSettings = {
  readonly project: string
  /** Of the app, as its operator calls it. */
  readonly name: string
  /** The vault's clock when the page was sent: milliseconds since the epoch. */
  readonly now: number
  readonly build: string
}
