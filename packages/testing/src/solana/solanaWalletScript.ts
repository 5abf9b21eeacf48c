import type { AnyScript } from '../evm/script/createScriptRunner.js'

/** What the wallet does to what it signs. */
export type SolanaLie =
  /** A signature with one bit turned. */
  | 'wrongSignature'
  /** The signature of another key; a sign-in names its account, too. */
  | 'otherAccount'
  /** Signs another message, or other words, and says so. */
  | 'otherMessage'
  /** Sets the newest blockhash before it signs, as wallets do whose user took long. */
  | 'replacedBlockhash'
  /** Sets a price for compute units, as wallets do when the chain is busy. */
  | 'addedBudget'
  /** Adds a transfer to somebody. */
  | 'addedInstruction'
  /** Has somebody else pay the fee. */
  | 'otherPayer'

export type SolanaWalletScript = AnyScript & {
  /** Locks the wallet. Connecting then waits for `unlock()`, or is refused with -32002. */
  readonly locked?: 'wait' | 'pending' | undefined
  /** Lets `standard:disconnect` succeed, and keeps the permission. */
  readonly ignoreDisconnect?: boolean | undefined
  readonly lie?: SolanaLie | undefined
}
