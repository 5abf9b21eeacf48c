import type { SolanaFeature } from './solanaFeature.js'

export type SolanaAskRequest = {
  readonly kind: 'connect' | 'sign' | 'send' | 'signIn'
  readonly method: SolanaFeature
  /** The inputs of the feature's method. */
  readonly params: unknown
  /** Base58. */
  readonly account: string
  /** One line for the user, free of control characters. */
  readonly summary: string
}
