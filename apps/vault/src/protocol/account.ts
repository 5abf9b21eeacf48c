import type { FactorKind, FactorProof, FactorsState } from './factor.js'
import type { LoginKind, LoginProvider, ProviderLook } from './login.js'
import type { FrameNetwork } from './network.js'
import type { NoticeList } from './notice.js'
import type { PasskeyOptions, PasskeyResponse } from './passkey.js'
import type { DeviceKey } from './statement.js'

type Nothing = Readonly<Record<string, never>>

/** A browser in which a user has logged in, as one app knows it. Times are milliseconds since the epoch. */
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
  /** Whether it is the calling device. */
  readonly isThis: boolean
}

/** The action that a fresh email code confirms. The code is valid for no other. */
export type AccountPurpose =
  | 'export'
  | 'import'
  | 'recovery'
  | 'seal'
  | 'link'
  | 'unlink'
  | 'freeze'
  | 'factor'
  | 'custody'

/** A login of a wallet. Times are milliseconds since the epoch. */
export type LoginEntry = {
  /** `email`, at most one per wallet, or the id of a provider login or a passkey. */
  readonly id: string
  readonly provider: LoginKind
  /** The email address, the user's name at the provider, if known, or the name that the user gave a passkey. */
  readonly name?: string | undefined
  readonly since: number
  /** Of a passkey: when it was last used; absent if it never was. */
  readonly usedAt?: number | undefined
  /** Of a passkey: whether its provider keeps a copy, e.g. a password manager that synchronizes it. */
  readonly isSynced?: boolean | undefined
  /** The calling page was logged in with it. */
  readonly isThis: boolean
}

/** 32 bytes that only the user has, base64url: derived from a printed code, or by a passkey. */
export type Factor =
  | { readonly kind: 'code'; readonly value: string }
  /** `credential`: id of the passkey, base64url. */
  | { readonly kind: 'passkey'; readonly credential: string; readonly value: string }

/** A new browser's request to unlock the wallet, for an older one to confirm. Times are milliseconds since the epoch. */
export type UnlockRequest = {
  /** Id of the device. */
  readonly id: string
  readonly origin: string
  /** e.g. `Firefox on Windows` */
  readonly browser: string
  /** e.g. `203.0.113.x` */
  readonly place?: string | undefined
  readonly at: number
  readonly until: number
}

/** Lock of a wallet, as seen by the calling device. Times are milliseconds since the epoch. */
export type SealState = {
  readonly isSealed: boolean
  /** Until when it signs for this device; absent if locked. */
  readonly unlockedUntil?: number | undefined
  /** From when on this device may unlock without confirmation. */
  readonly unlockFrom: number
  /** It is a day old, or an older one has confirmed it. */
  readonly isConfirmed: boolean
  /** Time until which an older device may confirm this one's request. */
  readonly askedUntil?: number | undefined
  /** Passkeys that unlock it; none for a device that may not unlock. */
  readonly passkeys: readonly string[]
}

/** A wallet from before a new seed or an import. Its addresses can sign again once it is chosen again. */
export type FormerWallet = { readonly id: string; readonly addresses: readonly string[]; readonly since: number }

/** The public key of a passkey on P-256: 32 bytes each, in hex. */
type OwnerKey = { readonly x: `0x${string}`; readonly y: `0x${string}` }

/** Ownership of the user's smart account. */
export type SelfCustodyState = {
  /** Whether the app offers it. One that is in use stays. */
  readonly isOffered: boolean
  /** The app requires it: it can't be turned off, and without it the wallet signs nothing but sign-ins. */
  readonly isRequired?: true | undefined
  /** The passkeys that can own a smart account. */
  readonly passkeys: readonly {
    readonly id: string
    /** Its id in WebAuthn, base64url. */
    readonly credential: string
    readonly key: OwnerKey
    readonly name: string
    readonly isSynced: boolean
    /** The account that was created with it, and may have something in it: it can be used again. */
    readonly smartAccount?: string | undefined
  }[]
  /** The smart account in use, if passkeys own it. Absent: the wallet's own key owns another one. */
  readonly current?: OwnedAccount | undefined
}

export type OwnedAccount = {
  readonly address: string
  /** The passkey that it was created with, which may be removed by now. */
  readonly passkey: string
  readonly first: OwnerKey
  /** Address of the recovery code's key, if it was created with a code. */
  readonly recovery?: `0x${string}` | undefined
  /** Milliseconds since the epoch. */
  readonly since: number
  /** Networks where its owners were changed, or that have guardians. On the others, the passkey that it was created with and the recovery code own it. */
  readonly networks: readonly NetworkOwners[]
}

/** Owners of a smart account on a network, as last read by custody. */
export type NetworkOwners = {
  /** CAIP-2. */
  readonly chain: string
  /** Ids of the user's passkeys. */
  readonly passkeys: readonly string[]
  readonly hasRecovery: boolean
  /** Guardians, who together can replace its owners. */
  readonly guardians?: NetworkGuardians | undefined
}

export type NetworkGuardians = {
  readonly addresses: readonly `0x${string}`[]
  /** Number of guardians that must agree. */
  readonly threshold: number
  /** Seconds from their request until anybody can execute it. */
  readonly delay: number
  /** They have requested it: from when on it can be executed, unless an owner cancels it. Milliseconds since the epoch. */
  readonly dueAt?: number | undefined
}

export type AccountState = {
  readonly logins: readonly LoginEntry[]
  /** For a wallet without a mailbox: until when this page's login replaces the code. Milliseconds since the epoch. */
  readonly freshUntil?: number | undefined
  /** Only this browser opens the wallet. */
  readonly isGuest?: true | undefined
  /** From when on this browser may export, and remove logins: milliseconds since the epoch. */
  readonly exportFrom: number
  readonly hasRecoveryCode: boolean
  /** A pending recovery: when the address changes, unless it is canceled. */
  readonly recoveryDueAt?: number | undefined
  readonly seal: SealState
  /** A pending seal: when it takes effect, and whether with a new seed. */
  readonly pendingSeal?: { readonly dueAt: number; readonly makesSeed: boolean } | undefined
  /** Requests of new browsers; empty for a new browser itself. */
  readonly unlockRequests: readonly UnlockRequest[]
  readonly formerWallets: readonly FormerWallet[]
  readonly factors: FactorsState
  /** Absent if the app doesn't offer it and the user never had it. */
  readonly selfCustody?: SelfCustodyState | undefined
}

/** A recovery phrase, or keys, that only the other side can decrypt, the requesting window or custody: ECDH on P-256, HKDF-SHA-256, AES-256-GCM. All base64url. */
export type SealedPhrase = { readonly key: DeviceKey; readonly nonce: string; readonly sealed: string }

/** Proof of a second factor, if the user has one. Without it, the call fails with `FACTOR_NEEDED` and changes nothing. */
type Factored = { readonly proof?: FactorProof | undefined }

/** `code`: the one that `account.code` emailed. */
type Confirmed = Factored & { readonly code?: string | undefined }

/** Calls of the site's `/account` page. The frame calls `devices.list` too. */
export type AccountCalls = {
  readonly 'devices.list': { readonly params: Nothing; readonly result: { readonly devices: readonly DeviceEntry[] } }
  readonly 'devices.revoke': { readonly params: { readonly id: string }; readonly result: Nothing }
  /** Login methods besides email. Works without a session. */
  readonly 'account.offers': {
    readonly params: Nothing
    readonly result: {
      readonly providers: readonly LoginProvider[]
      /** Whether users of the app log in with passkeys. */
      readonly passkeys: boolean
      /** Of those that aren't known ones, by id. */
      readonly looks?: Readonly<Record<string, ProviderLook>> | undefined
    }
  }
  readonly 'account.get': { readonly params: Nothing; readonly result: AccountState }
  /** Emails a code. A wallet without a mailbox needs none: a login on this page within ten minutes replaces it. */
  readonly 'account.code': {
    readonly params: { readonly purpose: AccountPurpose }
    readonly result: { readonly expiresAt: number; readonly retryAfter: number }
  }
  /** `key`: created in the window for this export. */
  readonly 'account.export': {
    readonly params: Confirmed & { readonly key: DeviceKey }
    readonly result: SealedPhrase
  }
  /** The key that the words to import are encrypted to: of this session alone. */
  readonly 'wallets.importKey': { readonly params: Nothing; readonly result: { readonly key: DeviceKey } }
  /**
   * Moves to the wallet of a recovery phrase of 12 or 24 words (the default) or to one with the account of a private `key`, of EVM or Solana,
   * and the other accounts as they are. `by`: a factor, if the wallet is sealed.
   */
  readonly 'wallets.import': {
    readonly params: Confirmed & {
      readonly kind?: 'phrase' | 'key' | undefined
      readonly phrase: SealedPhrase
      readonly by?: string | undefined
    }
    readonly result: Nothing
  }
  /** Removes a login. The last one stays. */
  readonly 'logins.remove': {
    readonly params: Confirmed & { readonly id: string }
    readonly result: Nothing
  }
  /** Renames a passkey. */
  readonly 'logins.rename': {
    readonly params: { readonly id: string; readonly name: string }
    readonly result: Nothing
  }
  /** Creates a new recovery code, which replaces an earlier one. */
  readonly 'recovery.print': {
    readonly params: Confirmed
    readonly result: { readonly printed: string }
  }
  /** Without a session: emails a code to the mailbox that the printed code moves the wallet to. */
  readonly 'recovery.start': {
    readonly params: { readonly printed: string; readonly email: string }
    readonly result: { readonly expiresAt: number; readonly retryAfter: number }
  }
  /** With the code of that mailbox: the wallet moves there in 72 hours. */
  readonly 'recovery.confirm': {
    readonly params: { readonly printed: string; readonly code: string }
    readonly result: { readonly dueAt: number }
  }
  readonly 'recovery.cancel': { readonly params: Nothing; readonly result: Nothing }
  /** Notices about the wallet; the frame uses it too. */
  readonly 'notices.list': { readonly params: Nothing; readonly result: NoticeList }
  /** Dismisses notices on this device; others still show them. */
  readonly 'notices.seen': { readonly params: { readonly ids: readonly string[] }; readonly result: Nothing }
  /** Runs the action of a notice's button. */
  readonly 'account.act': { readonly params: { readonly id: string }; readonly result: Nothing }
  /** For 72 hours nothing is signed, exported or changed, and no new device is added. Once in 30 days, more often with a fresh code. */
  readonly 'account.freeze': { readonly params: { readonly code?: string | undefined }; readonly result: Nothing }
  /** Ends a freeze early, on a device that was known a day before it began. */
  readonly 'account.unfreeze': { readonly params: Confirmed; readonly result: Nothing }
  readonly 'seal.get': { readonly params: Nothing; readonly result: SealState }
  /** A new device asks an older one to confirm it, within half an hour. */
  readonly 'seal.ask': { readonly params: Nothing; readonly result: { readonly until: number } }
  /** An older device confirms a new one, by its id; refusing logs that one out. */
  readonly 'seal.confirm': {
    readonly params: { readonly id: string; readonly approve: boolean }
    readonly result: Nothing
  }
  /**
   * The first factor seals the wallet and is a printed code: at `dueAt`, a day later; `makesSeed` moves to a new seed then. Later ones
   * unlock it too, and take an existing one, `by`.
   */
  readonly 'seal.add': {
    readonly params: Confirmed & {
      readonly factor: Factor
      readonly by?: string | undefined
      readonly makesSeed?: boolean | undefined
    }
    readonly result: { readonly dueAt?: number }
  }
  /** Cancels a pending seal. */
  readonly 'seal.cancel': { readonly params: Nothing; readonly result: Nothing }
  /** Unlocks for the calling device only. */
  readonly 'seal.unlock': { readonly params: { readonly value: string }; readonly result: { readonly until: number } }
  /** Locks on all devices. */
  readonly 'seal.lock': { readonly params: Nothing; readonly result: Nothing }
  /** `by`: one of its factors. */
  readonly 'seal.remove': {
    readonly params: Confirmed & { readonly by?: string | undefined }
    readonly result: Nothing
  }
  /** Creates the secret for an authenticator app; `uri` is for its QR code. It counts once `factors.confirm` has taken a code of it. */
  readonly 'factors.begin': {
    readonly params: Confirmed
    readonly result: { readonly secret: string; readonly uri: string }
  }
  /** Turns the authenticator app on. The backup codes are shown once; each works once. Empty for a second kind: the first one's stay. */
  readonly 'factors.confirm': {
    readonly params: { readonly code: string }
    readonly result: { readonly codes: readonly string[] }
  }
  /**
   * Turns on the wallet's passkeys, with one of them: `response` to the ceremony of `factors.passkey` for this method.
   */
  readonly 'factors.addPasskey': {
    readonly params: Confirmed & { readonly response: PasskeyResponse }
    readonly result: { readonly codes: readonly string[] }
  }
  /** Turns one kind off; the backup codes and the limit go with the last one. */
  readonly 'factors.remove': { readonly params: Factored & { readonly kind: FactorKind }; readonly result: Nothing }
  /** Replaces the backup codes. */
  readonly 'factors.renew': { readonly params: Factored; readonly result: { readonly codes: readonly string[] } }
  /** Sets the limit within 24 hours above which a second factor is required: a decimal in the operator's unit of account; null: no limit. */
  readonly 'factors.limit': { readonly params: Factored & { readonly above: string | null }; readonly result: Nothing }
  /** The second factor is lost: it is removed at `dueAt`, in 72 hours. Also for a login that waits for it. */
  readonly 'factors.lose': { readonly params: Nothing; readonly result: { readonly dueAt: number } }
  /** Cancels that: the second factor stays. */
  readonly 'factors.keep': { readonly params: Nothing; readonly result: Nothing }
  /**
   * Starts the ceremony in which a passkey takes over the smart account, which gets a new address. `recovery`: address of the key of a new
   * recovery code, which this page alone has seen; absent for a passkey with which an account was created before, as that is used again.
   */
  readonly 'selfCustody.start': {
    readonly params: Confirmed & { readonly passkey: string; readonly recovery?: string | undefined }
    readonly result: { readonly options: PasskeyOptions; readonly expiresAt: number }
  }
  readonly 'selfCustody.finish': {
    readonly params: { readonly response: PasskeyResponse; readonly recovery?: string | undefined }
    readonly result: { readonly smartAccount: string }
  }
  /** Reads the owners of the smart account on a network again, after this page or another has changed them. */
  readonly 'selfCustody.read': { readonly params: { readonly chain: string }; readonly result: NetworkOwners }
  /** Puts the smart account of the wallet's own key in use again. Moves nothing. */
  readonly 'selfCustody.end': { readonly params: Confirmed; readonly result: Nothing }
  /** Switches to a former wallet, or back to the new one. `by`: one of its factors, if it is sealed. */
  readonly 'wallets.choose': {
    readonly params: Confirmed & { readonly id: string; readonly by?: string | undefined }
    readonly result: Nothing
  }
}

/** The JSON in the account page, in the element with the id `settings`. */
export type AccountSettings = {
  readonly project: string
  /** The app's name, as set by its operator. */
  readonly name: string
  /** Path of the app's logo on this site. */
  readonly logo?: string | undefined
  /** Origins of the app's pages, to go back to. */
  readonly origins: readonly string[]
  /** Each has different accounts, while those on EVM and Solana are the same on all networks. */
  readonly bitcoinNetworks: readonly Pick<FrameNetwork, 'caipNetworkId' | 'name'>[]
  /** Networks with smart accounts. */
  readonly smartNetworks: readonly FrameNetwork[]
  /** The vault's clock when the page was sent: milliseconds since the epoch. */
  readonly now: number
  readonly build: string
}
