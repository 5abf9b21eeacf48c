import { joinNewest } from './joinNewest.js'
import type { ShownPage } from './readHistoryPage.js'
import type { ActivityState } from './state.js'

/**
 * The list after its newest transactions were read again, down to one that is there already, or as far as was possible: their cursor
 * is of use only where the list begins anew. Gives the same state where nothing changed.
 */
export function renewActivity(state: ActivityState | undefined, { page, next }: ShownPage): ActivityState | undefined {
  if (!state || state.loading || state.isUnlisted) return state
  const { address, lastNetworkInView, error } = state
  const joined = joinNewest(state.transactions, page)
  const isNone = page.length === 0 && state.transactions.length === 0
  if (!error && (joined === state.transactions || isNone)) return state
  const transactions = joined ?? page
  const empty = transactions.length === 0
  return { address, lastNetworkInView, transactions, loading: false, empty, next: joined ? state.next : next }
}
