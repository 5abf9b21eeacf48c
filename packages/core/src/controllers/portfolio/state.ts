import type { ErrorCode } from '../../errors/codes.js'
import type { Holdings, Nft, TokenBalance } from '../../service/blockchain/types.js'
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

/** Native balance of the active account. */
export type BalanceState =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly last?: BalanceAmount | undefined }
  | { readonly status: 'ready'; readonly last: BalanceAmount }
  | { readonly status: 'failed'; readonly last?: BalanceAmount | undefined }

export type BalanceAmount = {
  /** Exact decimal text in whole units, e.g. `'1.204'`. */
  readonly balance: string
  readonly symbol: string
  /** Of the token that shows in place of the native currency, where the option `tokens` names one for the network. */
  readonly token?: ShownAmount | undefined
}

/** What is shown as the balance: that of the native currency, or of a token. */
export type ShownAmount = {
  readonly balance: string
  readonly symbol: string
  readonly image?: string | undefined
}

/** What was read, and when it was asked for, in milliseconds since the epoch: it is fresh from then on. */
export type ReadAmount<amount = BalanceAmount> = { readonly amount: amount; readonly askedAt: number }

export const balanceLimits = {
  /** Milliseconds: no new try for this long after a failure. [S9.1] */
  block: 30_000,
  /** Milliseconds: a balance counts as fresh for this long. [S9.2] */
  cache: 30_000,
  /** Balances that are kept between visits. [S3.23] */
  stored: 6,
} as const

/** Shown for test networks and networks that this modal does not have. [S9.8] */
export const zeroBalance = '0.00'
