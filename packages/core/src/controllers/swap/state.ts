import type { SwapToken } from '../../api/blockchain/types.js'
import type { ErrorCode } from '../../errors/codes.js'
import type { SwapRouter } from '../../features.js'
import type { CaipNetworkId } from '../../utils/caip.js'

/** What the visitor wants to swap, as `open` was told. Tokens by address or symbol, the amount in whole units. [S2.4] */
export type SwapWish = {
  readonly amount?: string | undefined
  readonly fromToken?: string | undefined
  readonly toToken?: string | undefined
}

export type SwapSide = 'from' | 'to'

/** What one token gives of the other right now. Amounts are atomic units as decimal digits. */
export type SwapOffer = {
  /** Less than was typed where the fee has to come out of it: `isReduced`. */
  readonly fromAmount: string
  readonly toAmount: string
  readonly isReduced: boolean
  /** The contract that swaps, and whether the app knows it. */
  readonly router: SwapRouter
  /** The router may not take the token yet. */
  readonly needsApproval: boolean
  /** Milliseconds since the epoch. */
  readonly at: number
}

export type SwapFault = { readonly code: ErrorCode; readonly message: string }

/** An offer stays while a newer one is asked for. */
export type SwapQuoteState =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly offer?: SwapOffer | undefined }
  | { readonly status: 'ready'; readonly offer: SwapOffer }
  | { readonly status: 'failed'; readonly error: SwapFault }

/**
 * How far the swap has come: while it is no form nothing of it can be changed. `clearing`: what the token allowed before is taken
 * back, as it allows nothing new before that. `looking`: the wallet failed without saying whether it has sent what `asked` names, and the
 * network is searched for it. `lost`: it was not found, and may still go through. `void`: it can't go through any more.
 */
export type SwapStep =
  | 'form'
  | 'clearing'
  | 'approving'
  | 'sending'
  | 'looking'
  | 'lost'
  | 'void'
  | 'confirming'
  | 'done'

/** A swap of one account on one network. */
export type SwapState = {
  /** Tells this swap from the one before. */
  readonly id: number
  readonly address: string
  readonly caipNetworkId: CaipNetworkId
  readonly wish?: SwapWish | undefined
  readonly list: 'loading' | 'ready' | 'failed'
  /** What can be swapped; the native currency first. */
  readonly tokens: readonly SwapToken[]
  readonly from?: SwapToken | undefined
  readonly to?: SwapToken | undefined
  /** As it was typed. */
  readonly amount: string
  readonly quote: SwapQuoteState
  /** Wei per unit of gas, as decimal digits. */
  readonly gasPrice?: string | undefined
  /** USD per whole unit, by `toSwapAddress` in lower case. */
  readonly prices: { readonly [address: string]: number }
  readonly step: SwapStep
  /** What the wallet was asked for last. */
  readonly asked?: 'clearing' | 'approving' | 'sending' | undefined
  /** The id among `openTransfers` of one that is looked for. */
  readonly transferId?: string | undefined
  /** Of the transaction that swaps, once it is sent. */
  readonly hash?: string | undefined
  /** Why there is no list, or what became of the last approval or sending. */
  readonly error?: SwapFault | undefined
}

export const swapLimits = {
  /** Milliseconds from the last key to the question. */
  debounce: 200,
  /** Milliseconds for which an offer holds. */
  refresh: 10_000,
  /** Units of gas that a swap is taken to need. */
  gas: 150_000n,
  /** Per cent that the price may move against the visitor. [S9.5] */
  slippage: 1,
  /** Per cent of the value from which a loss by the price is pointed out. */
  impact: 5,
} as const
