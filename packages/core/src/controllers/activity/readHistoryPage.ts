import { fetchHistory } from '../../api/blockchain/fetchHistory.js'
import type { HistoryTransaction } from '../../api/blockchain/types.js'
import type { Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { isShown } from './isShown.js'
import { getActivityMemory } from './memory.js'
import { activityLimits } from './state.js'

export type HistoryPageRequest = {
  readonly account: string
  readonly caipNetworkId: CaipNetworkId
  readonly cursor: string | undefined
  /** By which pages before it were read: one that comes again leads in a circle, and ends the list. */
  readonly cursors: ReadonlySet<string>
  readonly signal: AbortSignal
}

export type ShownPage = {
  /** What is shown of it. */
  readonly page: readonly HistoryTransaction[]
  /** The cursor after it; undefined at the end. */
  readonly next: string | undefined
}

/** A page of transactions, not asked for again for 15 seconds. */
export async function readHistoryPage(modal: Modal, request: HistoryPageRequest): Promise<ShownPage> {
  const { caipNetworkId, cursors, signal } = request
  const { pages } = getActivityMemory(modal)
  const key = `${request.account} ${caipNetworkId} ${request.cursor}`
  for (const [name, { at }] of pages) if (modal.env.now() - at >= activityLimits.cache) pages.delete(name)
  let read = pages.get(key)?.page
  if (!read) {
    read = await fetchHistory(modal, request)
    if (!signal.aborted) pages.set(key, { at: modal.env.now(), page: read })
  }
  const { data, next } = read
  const page = data.filter((transaction) => isShown(transaction, caipNetworkId))
  return { page, next: next === undefined || cursors.has(next) ? undefined : next }
}
