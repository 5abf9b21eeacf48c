import type { ErrorCode } from '../../errors/codes.js'
import type { HistoryPage, HistoryTransaction } from '../../service/blockchain/types.js'
import type { CaipNetworkId } from '../../utils/caip.js'

/** The transactions of one account on one network, as far as they have been read. [S3.15] */
export type ActivityState = {
  readonly address: string
  /** The network that the list is of. */
  readonly lastNetworkInView: CaipNetworkId
  /** As the service gave them, newest first; without spam and those of other networks. [S4.28] */
  readonly transactions: readonly HistoryTransaction[]
  readonly loading: boolean
  /** There is nothing, also where reading failed: then `error` says so. [S4.29] [S4.30] */
  readonly empty: boolean
  /** The service does not list what happens on this network: that the list is empty says nothing. */
  readonly isUnlisted?: true | undefined
  /** The cursor of the next page; undefined after the last. */
  readonly next?: string | undefined
  /** How the last reading failed. */
  readonly error?: ActivityError | undefined
}

export type ActivityError = { readonly code: ErrorCode; readonly message: string }

export const activityLimits = {
  /** Milliseconds for which a page counts as fresh, and between two looks while something shows the list. */
  cache: 15_000,
  /** Pages that one call reads at most, where nothing of them is shown. */
  pages: 5,
  /** Milliseconds for all of them: as long as so many calls may take. */
  deadline: 50_000,
} as const

/** What is kept of transactions beside the state. */
export type ActivityMemory = {
  /** Pages by account, chain and cursor, with the time that they came, in milliseconds since the epoch. */
  readonly pages: Map<string, { readonly at: number; readonly page: HistoryPage }>
  /** Cursors that the list was read by: one that comes again leads in a circle. */
  readonly cursors: Set<string>
  /** Reads the list from its start, whatever is known; there once it has been read. */
  readAgain?: () => Promise<void>
}

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
