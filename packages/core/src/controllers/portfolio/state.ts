import type { Holdings, Nft, TokenBalance } from '../../api/blockchain/types.js'
import type { ErrorCode } from '../../errors/codes.js'
import type { CaipAddress } from '../../utils/caip.js'

/** What an account holds on its network. */
export type Portfolio = {
  /** The native currency first, then what is worth most. */
  readonly tokens: readonly TokenBalance[]
  readonly nfts: readonly Nft[]
  /** USD, a decimal text with 2 decimals. [S9.8] */
  readonly total: string
}

/** Absent before it is first asked for. `CHAIN_NOT_SUPPORTED`: the service does not serve the network. */
export type PortfolioState = {
  readonly status: 'loading' | 'ready' | 'failed'
  /** Whose it is. */
  readonly caipAddress: CaipAddress
  /** What is known of this account, also after a failure. */
  readonly last?: Portfolio | undefined
  readonly code?: ErrorCode | undefined
}

/** Milliseconds. */
export const portfolioLimits = {
  /** An answer counts as fresh for this long. [S9.2] */
  cache: 30_000,
  /** Accounts whose holdings are kept between visits. [S3.23] */
  stored: 2,
  /** Between two looks while something shows it. */
  poll: 10_000,
} as const

/** What the service said, and when it was asked, in milliseconds since the epoch: it is fresh from then on. */
export type KnownHoldings = Holdings & { readonly askedAt: number }

/** A reading of holdings that runs, or has come. */
export type HoldingsRead = {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly isForced: boolean
  isDone: boolean
  readonly result: Promise<KnownHoldings>
}
