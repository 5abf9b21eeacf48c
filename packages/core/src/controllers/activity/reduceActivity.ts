import type { HistoryTransaction } from '../../api/blockchain/types.js'
import type { CaipNetworkId } from '../../utils/caip.js'
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
  /** Nobody waits for the page any more. */
  | { readonly type: 'stopped' }

/** The list after an event. Gives the same state where nothing changed. */
export function reduceActivity(state: ActivityState | undefined, event: ActivityEvent): ActivityState | undefined {
  if (event.type === 'started') return start(state, event)
  if (!state?.loading) return state
  if (event.type === 'stopped') return { ...state, loading: false }
  const { address, lastNetworkInView } = state
  const none = { address, lastNetworkInView, transactions: [], loading: false, empty: true } as const
  // an error beside it tells this from an account without transactions
  if (event.type === 'failed') return { ...none, error: event.error }
  if (event.type === 'unlisted') return { ...none, isUnlisted: true }
  const transactions = event.isMore ? append(state.transactions, event.page) : event.page
  return { ...none, transactions, empty: transactions.length === 0, next: event.next }
}

function start(
  state: ActivityState | undefined,
  { address, caipNetworkId: lastNetworkInView, isMore }: Extract<ActivityEvent, { type: 'started' }>,
): ActivityState {
  const known = state?.address === address && state.lastNetworkInView === lastNetworkInView ? state : undefined
  return {
    address,
    lastNetworkInView,
    // what is shown stays until the answer is there
    transactions: known?.transactions ?? [],
    loading: true,
    empty: false,
    next: isMore ? known?.next : undefined,
  }
}

/** A page may begin with what the last one ended with: new transactions have moved it. */
function append(
  known: readonly HistoryTransaction[],
  page: readonly HistoryTransaction[],
): readonly HistoryTransaction[] {
  const ids = new Set(known.map(({ id }) => id))
  return [...known, ...page.filter(({ id }) => !ids.has(id))]
}
