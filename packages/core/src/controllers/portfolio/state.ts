import type { ErrorCode } from '../../errors/codes.js'
import type { Holdings, Nft, TokenBalance } from '../../service/blockchain/types.js'
import type { CaipAddress } from '../../utils/caip.js'

/** The tokens and NFTs of an account on its network, and their total value. */
export type Portfolio = {
  /** The native currency first, then by value, highest first. */
  readonly tokens: readonly TokenBalance[]
  readonly nfts: readonly Nft[]
  /** USD, a decimal string with two decimals. [S9.8] */
  readonly total: string
}

/**
 * Portfolio of the active account; absent until first requested. `CHAIN_NOT_SUPPORTED`: the service does not serve the
 * network.
 */
export type PortfolioState = {
  readonly status: 'loading' | 'ready' | 'failed'
  /** The account that the portfolio belongs to. */
  readonly caipAddress: CaipAddress
  /** The last known portfolio of this account; kept after a failure. */
  readonly last?: Portfolio | undefined
  readonly code?: ErrorCode | undefined
}

/** Milliseconds. */
export const portfolioLimits = {
  /** How long a response counts as fresh. [S9.2] */
  cache: 30_000,
  /** Max accounts whose holdings are persisted. [S3.23] */
  stored: 2,
  /** Polling interval while the portfolio is watched. */
  poll: 10_000,
} as const

/** Holdings from the service. They age from `requestedAt`, the time of the request in milliseconds since the epoch. */
export type KnownHoldings = Holdings & { readonly requestedAt: number }

/** A request for holdings, pending or done. */
export type HoldingsRead = {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly isForced: boolean
  isDone: boolean
  readonly result: Promise<KnownHoldings>
}

/** Native balance of the active account. */
export type BalanceState =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly last?: BalanceAmount | undefined }
  | { readonly status: 'ready'; readonly last: BalanceAmount }
  | { readonly status: 'failed'; readonly last?: BalanceAmount | undefined }

export type BalanceAmount = {
  /** Exact decimal string in whole units, e.g. `'1.204'`. */
  readonly balance: string
  readonly symbol: string
  /** Balance of the token shown in place of the native currency, where the option `tokens` has one for the network. */
  readonly token?: ShownAmount | undefined
}

/** The displayed balance: of the native currency or of a token. */
export type ShownAmount = {
  readonly balance: string
  readonly symbol: string
  readonly image?: string | undefined
}

/** A balance read. It ages from `requestedAt`, the time of the request in milliseconds since the epoch. */
export type ReadAmount<amount = BalanceAmount> = { readonly amount: amount; readonly requestedAt: number }

export const balanceLimits = {
  /** Milliseconds without another attempt after a failure. [S9.1] */
  block: 30_000,
  /** Milliseconds for which a balance counts as fresh. [S9.2] */
  cache: 30_000,
  /** Max balances that are persisted. [S3.23] */
  stored: 6,
} as const

/** Shown for test networks and networks that are not configured. [S9.8] */
export const zeroBalance = '0.00'
