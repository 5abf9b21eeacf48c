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
