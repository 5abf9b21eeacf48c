import type { Namespace } from '../utils/caip.js'

/** `eoa` and `smartAccount` on EVM, `payment` and `ordinal` on Bitcoin, `eoa` elsewhere. [S5.6] */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal'

/** Of an embedded wallet on EVM: the visitor's own key, or a contract that it owns. [S4.14] */
export type LoginAccountType = Extract<AccountType, 'eoa' | 'smartAccount'>

/** [S3.4] */
export type Account = {
  readonly namespace: Namespace
  readonly address: string
  readonly type: AccountType
  /** Hex. */
  readonly publicKey?: string | undefined
  /** BIP-32 derivation path. */
  readonly path?: string | undefined
}

export type Accounts = readonly [Account, ...Account[]]
