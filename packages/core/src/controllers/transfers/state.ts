import type { TransactionMark } from '../../contracts/features.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'

/** Whose transfer it is, and where. */
export type Sender = {
  readonly namespace: Namespace
  readonly caipNetworkId: CaipNetworkId
  readonly address: string
}

/** What is to be sent to whom. */
export type Transfer = Sender & {
  /** An address. */
  readonly to: string
  /** Atomic units. */
  readonly amount: bigint
  /** The native currency where absent. */
  readonly token?: { readonly address: string; readonly decimals: number } | undefined
}

/**
 * How far a transaction has come. `asking`: the wallet is asked. `looking`: the wallet failed, and the network is searched for it. `lost`: it
 * was not found, and may still go through. `unconfirmed`: sent, but not seen in a block. The others are final.
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

/** A transaction that a wallet was asked for, as long as nobody has seen how it ended. */
export type OpenTransfer = Sender & {
  readonly id: string
  readonly kind: 'send' | 'pay' | 'swap' | 'approval'
  readonly status: OpenTransferStatus
  /** Absent where the adapter can't look for transactions. */
  readonly mark?: TransactionMark | undefined
  readonly hash?: string | undefined
  /** The id of what the wallet has signed, where it was to be sent by the app. */
  readonly signedId?: string | undefined
  /** The wallet has answered, so it won't sign any more. */
  readonly isAnswered: boolean
  /** Milliseconds since the epoch. */
  readonly at: number
}
