import type { Namespace } from '../utils/caip.js'

/** `eoa` and `smartAccount` on EVM, `payment` and `ordinal` on Bitcoin, `eoa` elsewhere. [S5.6] */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal'

/** The account of an embedded wallet on EVM: the user's own key, or a smart contract that the key owns. [S4.14] */
export type LoginAccountType = Extract<AccountType, 'eoa' | 'smartAccount'>

/** One account of a connection. [S3.4] */
export type Account = {
  readonly namespace: Namespace
  readonly address: string
  readonly type: AccountType
  /** Hex-encoded. */
  readonly publicKey?: string | undefined
  /** BIP-32 derivation path. */
  readonly path?: string | undefined
  /**
   * Who can sign for an account of an embedded wallet. `self`: only a key of the user, such as a passkey. `sealed`: the wallet service,
   * while the user has unlocked the wallet. `needed`: no one, until the user has set up self-custody, which the app requires. Absent: the
   * wallet service, or it isn't known.
   */
  readonly custody?: AccountCustody | undefined
}

export type AccountCustody = 'needed' | 'sealed' | 'self'

export type Accounts = readonly [Account, ...Account[]]
