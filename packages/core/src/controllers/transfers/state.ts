import type { TransactionMark } from '../../contracts/features.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'

/** The account that sends, and its network. */
export type Sender = {
  readonly namespace: Namespace
  readonly caipNetworkId: CaipNetworkId
  readonly address: string
}

/** A transfer of the native currency or a token. */
export type Transfer = Sender & {
  /** Address of the receiver. */
  readonly to: string
  /** Atomic units. */
  readonly amount: bigint
  /** Default: the native currency. */
  readonly token?: { readonly address: string; readonly decimals: number } | undefined
}

/**
 * Status of a transaction. `asking`: waits for the wallet. `looking`: the wallet failed, so the network is searched for
 * the transaction. `lost`: not found, but may still go through. `unconfirmed`: sent, but not seen in a block.
 * `confirmed`, `failed` and `void` are final.
 */
export type OpenTransferStatus =
  | 'asking'
  | 'looking'
  | 'lost'
  | 'confirming'
  | 'unconfirmed'
  | 'confirmed'
  | 'failed'
  | 'void'

/** A transaction that was requested from a wallet, until the user has seen its outcome. */
export type OpenTransfer = Sender & {
  readonly id: string
  readonly kind: 'send' | 'pay' | 'swap' | 'approval'
  readonly status: OpenTransferStatus
  /** Identifies the transaction on the network; absent if the adapter can't search for transactions. */
  readonly mark?: TransactionMark | undefined
  readonly hash?: string | undefined
  /** Id of the signed transaction, if the app sends it instead of the wallet. */
  readonly signedId?: string | undefined
  /** The wallet has responded, so it won't sign any more. */
  readonly isAnswered: boolean
  /** Milliseconds since the epoch. */
  readonly at: number
}
