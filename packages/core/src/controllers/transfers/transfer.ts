import type { Sender } from './sender.js'

/** What is to be sent to whom. */
export type Transfer = Sender & {
  /** An address. */
  readonly to: string
  /** Atomic units. */
  readonly amount: bigint
  /** The native currency where absent. */
  readonly token?: { readonly address: string; readonly decimals: number } | undefined
}
