import { fetchHistory } from '../../api/blockchain/fetchHistory.js'
import type { HistoryPage } from '../../api/blockchain/types.js'
import type { Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { getActivityMemory } from './memory.js'
import { activityLimits } from './state.js'

export type HistoryPageRequest = {
  readonly account: string
  readonly caipNetworkId: CaipNetworkId
  readonly cursor: string | undefined
  readonly signal: AbortSignal
}

/** A page of transactions, not asked for again for 15 seconds. */
export async function readHistoryPage(modal: Modal, request: HistoryPageRequest): Promise<HistoryPage> {
  const { pages } = getActivityMemory(modal)
  const key = JSON.stringify([request.account, request.caipNetworkId, request.cursor])
  for (const [name, { at }] of pages) if (modal.env.now() - at >= activityLimits.cache) pages.delete(name)
  const known = pages.get(key)
  if (known) return known.page
  const page = await fetchHistory(modal, request)
  if (!request.signal.aborted) pages.set(key, { at: modal.env.now(), page })
  return page
}
