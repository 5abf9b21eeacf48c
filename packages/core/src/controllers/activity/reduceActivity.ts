import type { HistoryTransaction } from '../../api/blockchain/types.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { joinNewest } from './joinNewest.js'
import type { ActivityError, ActivityState } from './state.js'

/** What happens to a list of transactions. */
export type ActivityEvent =
  /** A reading began: of the next page, or from the start. */
  | {
      readonly type: 'started'
      readonly address: string
      readonly caipNetworkId: CaipNetworkId
      readonly isMore: boolean
    }
  /** A page is here, what is not shown left out. */
  | {
      readonly type: 'loaded'
      readonly page: readonly HistoryTransaction[]
      readonly next: string | undefined
      readonly isMore: boolean
    }
  /** The service does not serve the network. */
  | { readonly type: 'unlisted' }
  | { readonly type: 'failed'; readonly error: ActivityError }
  /** The newest transactions were read again, down to one that is there already, or as far as was possible. */
  | {
      readonly type: 'refreshed'
      readonly page: readonly HistoryTransaction[]
      /** The cursor after them: of use only where the list begins anew. */
      readonly next: string | undefined
    }
  /** Nobody waits for the page any more. */
  | { readonly type: 'stopped' }

/** The list after an event. Gives the same state where nothing changed. */
export function reduceActivity(state: ActivityState | undefined, event: ActivityEvent): ActivityState | undefined {
  if (event.type === 'started') return start(state, event)
  if (event.type === 'refreshed') return refresh(state, event)
  if (!state?.loading) return state
  const { error: _, next: __, isUnlisted: ___, ...rest } = state
  if (event.type === 'stopped') return { ...state, loading: false }
  // an error beside it tells this from an account without transactions
  if (event.type === 'failed') return { ...rest, transactions: [], loading: false, empty: true, error: event.error }
  if (event.type === 'unlisted') return { ...rest, transactions: [], loading: false, empty: true, isUnlisted: true }
  const transactions = event.isMore ? append(state.transactions, event.page) : event.page
  return {
    ...rest,
    transactions,
    loading: false,
    empty: transactions.length === 0,
    ...(event.next !== undefined && { next: event.next }),
  }
}

function start(
  state: ActivityState | undefined,
  { address, caipNetworkId, isMore }: Extract<ActivityEvent, { type: 'started' }>,
): ActivityState {
  const isSame = state?.address === address && state.lastNetworkInView === caipNetworkId
  if (!isSame) return { address, lastNetworkInView: caipNetworkId, transactions: [], loading: true, empty: false }
  const { error: _, isUnlisted: __, next, ...rest } = state
  // what is shown stays until the answer is there
  return {
    ...rest,
    loading: true,
    empty: false,
    ...(isMore && next !== undefined && { next }),
  }
}

function refresh(
  state: ActivityState | undefined,
  { page, next }: Extract<ActivityEvent, { type: 'refreshed' }>,
): ActivityState | undefined {
  if (!state || state.loading || state.isUnlisted) return state
  const { error, next: known, ...rest } = state
  const joined = joinNewest(state.transactions, page)
  const transactions = joined ?? page
  const cursor = joined ? known : next
  const isNone = page.length === 0 && state.transactions.length === 0
  if (!error && (joined === state.transactions || isNone)) return state
  return { ...rest, transactions, empty: transactions.length === 0, ...(cursor !== undefined && { next: cursor }) }
}

/** A page may begin with what the last one ended with: new transactions have moved it. */
function append(
  known: readonly HistoryTransaction[],
  page: readonly HistoryTransaction[],
): readonly HistoryTransaction[] {
  const ids = new Set(known.map(({ id }) => id))
  const fresh = page.filter(({ id }) => !ids.has(id))
  return fresh.length === 0 ? known : [...known, ...fresh]
}
