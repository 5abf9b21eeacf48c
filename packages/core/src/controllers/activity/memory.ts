import type { HistoryPage } from '../../api/blockchain/fetchHistory.js'
import { internals, type Modal } from '../../modal.js'

/** What is kept of transactions beside the state. */
export type ActivityMemory = {
  /** Pages by account, chain and cursor, with the time that they came, in milliseconds since the epoch. */
  readonly pages: Map<string, { readonly at: number; readonly page: HistoryPage }>
  /** Cursors that the list was read by: one that comes again leads in a circle. */
  readonly cursors: Set<string>
}

export function getActivityMemory(modal: Modal): ActivityMemory {
  const inner = modal[internals]
  inner.activity ??= { pages: new Map(), cursors: new Set() }
  return inner.activity
}
