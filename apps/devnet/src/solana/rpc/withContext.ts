import type { SolanaChain } from '../chain/createSolanaChain.js'

/** An answer with the slot that it is true for. */
export type WithContext<T> = {
  readonly context: { readonly slot: number; readonly apiVersion: string }
  readonly value: T
}

/** The version of the node that the answers are modelled on. */
export const apiVersion: string = '2.3.0'

export function withContext<T>(chain: SolanaChain, value: T): WithContext<T> {
  return { context: { slot: chain.slot(), apiVersion }, value }
}
