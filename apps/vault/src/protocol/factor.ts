import type { PasskeyResponse } from './passkey.js'

/** Second factors, besides the login. */
export const factorKinds = ['totp', 'passkey'] as const

export type FactorKind = (typeof factorKinds)[number]

/** `code`: six digits of an authenticator app, or a backup code. `response`: to the ceremony of `factors.passkey`. */
export type FactorProof =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'passkey'; readonly response: PasskeyResponse }

/** The action that a passkey confirms as a second factor: one call of this device, and its request if it signs one. */
export type FactorUse = {
  /** The call that takes the proof. */
  readonly method: string
  /** Of the request that `request.sign` signs, hex. */
  readonly digest?: string | undefined
}

/** A user's second factors, as their owner sees them. Times are milliseconds since the epoch; amounts are decimals in the operator's unit of account. */
export type FactorsState = {
  /** Since when they have one; absent without. */
  readonly since?: number | undefined
  readonly kinds: readonly FactorKind[]
  /** From when on this browser may add one; 0: at once. */
  readonly addFrom: number
  /** Unused ones. */
  readonly backupCodes: number
  /** They were reported lost: when they are removed, unless it is canceled. */
  readonly lossDueAt?: number | undefined
  /** Limit within 24 hours that the user has set, above which a second factor is required. */
  readonly above?: string | undefined
  /** The same, as the app has set it: the lower one counts. */
  readonly projectAbove?: string | undefined
  /** Whether custody knows prices, so that a limit other than 0 makes sense. */
  readonly isPriced: boolean
}
