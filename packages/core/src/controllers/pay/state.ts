import type { Token } from '../../api/blockchain/types.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'
import type { SendFault, SendFee } from '../send/state.js'

/** CAIP-19, e.g. `eip155:1/slip44:60` or `eip155:1/erc20:0x…`; or the network and, but for its native currency, the token. */
export type PayAsset =
  | string
  | {
      readonly caipNetworkId: CaipNetworkId
      /** Contract or mint; the native currency where absent. */
      readonly address?: string | undefined
      /** Where it differs from that of the request, as on another chain family. */
      readonly recipient?: string | undefined
      readonly amount?: string | undefined
    }

export type PayRequest = {
  /** An address. */
  readonly recipient: string
  /** What it may be paid in: the visitor chooses among several. */
  readonly asset: PayAsset | readonly [PayAsset, ...PayAsset[]]
  /** A decimal text in whole units, e.g. `'1.5'`. */
  readonly amount: string
}

/** A payment that is in a block. */
export type Payment = { readonly hash: string; readonly caipNetworkId: CaipNetworkId }

/** One way to pay. */
export type PayOption = {
  readonly namespace: Namespace
  readonly token: Token
  readonly recipient: string
  /** As it was asked for. */
  readonly amount: string
}

/**
 * How far it has come. `looking`: the wallet failed without saying whether it has paid, and the network is searched for the payment. `lost`:
 * it was not found, and may still go through. `void`: it can't go through any more, so it may be paid again. `failed`: the wallet or the
 * network has refused it. `timedOut`: it was sent, and nobody knows what became of it. Only a choice can be changed.
 */
export type PayStep = 'choice' | 'sending' | 'looking' | 'lost' | 'void' | 'confirming' | 'done' | 'failed' | 'timedOut'

export type PayState = {
  /** Tells this one from the one before. */
  readonly id: number
  readonly options: readonly PayOption[]
  /** The place in `options` of the one that is chosen. */
  readonly selected: number
  /** What the chosen one costs beside the amount. */
  readonly fee: SendFee
  readonly step: PayStep
  /** The id among `openTransfers` of one that is looked for. */
  readonly transferId?: string | undefined
  readonly hash?: string | undefined
  readonly error?: SendFault | undefined
}

/** What waits for the end of a payment. */
export type RunningPayment = {
  readonly id: number
  resolve(payment: Payment): void
  reject(cause: Error): void
}

/** Milliseconds. */
export const payDelays = {
  /** Nobody comes back to a page that has asked for money an hour ago. */
  choice: 3_600_000,
} as const

export const payKeys = { fee: 'pay:fee' } as const

/** The option that is chosen. */
export function getPayOption({ options, selected }: PayState): PayOption | undefined {
  return options[selected]
}
