import type { IndexedTransaction } from '../index/createChainIndex.js'

/** Where a transaction stands, as Esplora tells it. */
export type StatusJson =
  | { readonly confirmed: false }
  | {
      readonly confirmed: true
      readonly block_height: number
      readonly block_hash: string
      readonly block_time: number
    }

export function toStatusJson({ block }: IndexedTransaction): StatusJson {
  if (!block) return { confirmed: false }
  return { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time }
}
