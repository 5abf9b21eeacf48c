import type { ErrorCode } from '../../errors/codes.js'
import type { HistoryPage, HistoryTransaction } from '../../service/blockchain/types.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'

/** The transactions of one account on one network that have been loaded so far. [S3.15] */
export type ActivityState = {
  readonly address: string
  /** The network of the listed transactions. */
  readonly lastNetworkInView: CaipNetworkId
  /** In the order of the service, newest first; without spam and without other networks. [S4.28] */
  readonly transactions: readonly HistoryTransaction[]
  readonly loading: boolean
  /** True if there are no transactions, also after a failure, when `error` is set. [S4.29] [S4.30] */
  readonly empty: boolean
  /** The service does not serve this network, so an empty list means nothing. */
  readonly isUnlisted?: true | undefined
  /** The cursor of the next page; undefined after the last. */
  readonly next?: string | undefined
  /** Why the last request failed. */
  readonly error?: ActivityError | undefined
}

export type ActivityError = { readonly code: ErrorCode; readonly message: string }

export const activityLimits = {
  /** Milliseconds for which a page counts as fresh; also the polling interval while the list is watched. */
  cache: 15_000,
  /** Max pages that one call reads when none of them has a transaction to show. */
  pages: 5,
  /** Timeout in milliseconds for all pages of one call. */
  timeout: 50_000,
} as const

/**
 * Status of a registered transaction. `unconfirmed`: not seen in a block in time, so its outcome is unknown.
 * `confirmed` and `failed` are final.
 */
export type RecentTransactionStatus = 'pending' | 'unconfirmed' | 'confirmed' | 'failed'

/** A transaction that the app has sent by itself and registered, to be shown to the user. */
export type RecentTransaction = {
  readonly namespace: Namespace
  readonly caipNetworkId: CaipNetworkId
  /** The account that has sent it. */
  readonly address: string
  /** Hash, signature or id. */
  readonly hash: string
  /** What it does, in the app's words. */
  readonly description: string
  readonly status: RecentTransactionStatus
  /** When it was registered, in milliseconds since the epoch. */
  readonly at: number
}

export const recentLimits = {
  /** Max transactions that are kept, of all accounts; the oldest are dropped. */
  count: 20,
  /** Max length of a description. */
  description: 200,
  /** Milliseconds to wait for a block, after each registration and each page load. */
  confirm: 1_800_000,
  /** Milliseconds for which a transaction is kept. */
  age: 604_800_000,
} as const

/** Data about transactions that is not part of the state. */
export type ActivityMemory = {
  /** Pages by account, chain and cursor, with the time of arrival in milliseconds since the epoch. */
  readonly pages: Map<string, { readonly at: number; readonly page: HistoryPage }>
  /** Cursors used for the current list. A repeated cursor would loop. */
  readonly cursors: Set<string>
  /** Reloads the list from its start; set by the first request. */
  reload?: () => Promise<void>
}

/** Events of the transaction list. */
export type ActivityEvent =
  /** A request for the next page, or for the start of the list, began. */
  | {
      readonly type: 'started'
      readonly address: string
      readonly caipNetworkId: CaipNetworkId
      readonly isMore: boolean
    }
  /** A page arrived; hidden transactions are already left out. */
  | {
      readonly type: 'loaded'
      readonly page: readonly HistoryTransaction[]
      readonly next: string | undefined
      readonly isMore: boolean
    }
  /** The service does not serve the network. */
  | { readonly type: 'unlisted' }
  | { readonly type: 'failed'; readonly error: ActivityError }
  /** The request was aborted. */
  | { readonly type: 'stopped' }

/** Applies an event to the list. Returns the same state if nothing changed. */
export function reduceActivity(state: ActivityState | undefined, event: ActivityEvent): ActivityState | undefined {
  if (event.type === 'started') return start(state, event)
  if (!state?.loading) return state
  if (event.type === 'stopped') return { ...state, loading: false }
  const { address, lastNetworkInView } = state
  const none = { address, lastNetworkInView, transactions: [], loading: false, empty: true } as const
  // `error` distinguishes this from an account without transactions
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
    // keep the known transactions on screen until the response arrives
    transactions: known?.transactions ?? [],
    loading: true,
    empty: false,
    next: isMore ? known?.next : undefined,
  }
}

/** Appends a page without duplicates: new transactions shift the pages, so that two pages can overlap. */
function append(
  known: readonly HistoryTransaction[],
  page: readonly HistoryTransaction[],
): readonly HistoryTransaction[] {
  const ids = new Set(known.map(({ id }) => id))
  return [...known, ...page.filter(({ id }) => !ids.has(id))]
}
