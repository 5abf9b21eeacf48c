/** A second factor, besides the login. */
export type FactorKind = 'totp'

/** `code`: six digits of an authenticator app, or a backup code. */
export type FactorProof = { readonly kind: 'code'; readonly code: string }

/** A user's second factors, as their owner sees them. Times are milliseconds since the epoch; amounts are decimals in the operator's unit of account. */
export type FactorsState = {
  /** Absent without a second factor. */
  readonly since?: number | undefined
  readonly kinds: readonly FactorKind[]
  /** From when on this browser may add one. */
  readonly addFrom: number
  /** Unused ones. */
  readonly backupCodes: number
  /** They were reported lost: when they are removed, unless it is canceled. */
  readonly lossDueAt?: number | undefined
  /** What the user may send within 24 hours without a second factor, as they have set it. */
  readonly above?: string | undefined
  /** The same, as the app has set it: the lower one counts. */
  readonly projectAbove?: string | undefined
  /** Whether custody knows prices, so that a limit other than 0 makes sense. */
  readonly isPriced: boolean
}
