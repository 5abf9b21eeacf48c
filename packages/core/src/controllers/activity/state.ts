import type { ErrorCode } from '../../errors/codes.js'
import type { HistoryPage, HistoryTransaction } from '../../service/blockchain/types.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'

export type TransactionMonth = {
  /** 0 is January, as in `Date`. */
  readonly month: number
  readonly transactions: readonly HistoryTransaction[]
}

export type TransactionYear = { readonly year: number; readonly months: readonly TransactionMonth[] }

/** The transactions of one account on one network that have been loaded so far. [S3.15] */
export type ActivityState = {
  readonly address: string
  /** The network of the listed transactions. */
  readonly lastNetworkInView: CaipNetworkId
  /** In the order of the service, newest first; without spam and without other networks. [S4.28] */
  readonly transactions: readonly HistoryTransaction[]
  /** The same transactions by year and month in local time, newest first. */
  readonly transactionsByYear: readonly TransactionYear[]
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
  const none = { address, lastNetworkInView, ...toListed([]), loading: false, empty: true } as const
  // `error` distinguishes this from an account without transactions
  if (event.type === 'failed') return { ...none, error: event.error }
  if (event.type === 'unlisted') return { ...none, isUnlisted: true }
  const transactions = event.isMore ? append(state.transactions, event.page) : event.page
  return { ...none, ...toListed(transactions), empty: transactions.length === 0, next: event.next }
}

/** Returns the fields of the state that hold the transactions. [S3.15] */
export function toListed(
  transactions: readonly HistoryTransaction[],
): Pick<ActivityState, 'transactions' | 'transactionsByYear'> {
  return { transactions, transactionsByYear: groupByYear(transactions) }
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
    transactionsByYear: known?.transactionsByYear ?? [],
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

function groupByYear(transactions: readonly HistoryTransaction[]): readonly TransactionYear[] {
  const timed = transactions
    .map((transaction) => ({ transaction, date: new Date(transaction.metadata.minedAt) }))
    .toSorted((a, b) => b.date.getTime() - a.date.getTime())
  return groupBy(timed, ({ date }) => date.getFullYear()).map(([year, ofYear]) => ({
    year,
    months: groupBy(ofYear, ({ date }) => date.getMonth()).map(([month, ofMonth]) => ({
      month,
      transactions: ofMonth.map(({ transaction }) => transaction),
    })),
  }))
}

/** Groups entries by key, in order of first appearance. */
function groupBy<entry>(
  entries: readonly entry[],
  toKey: (entry: entry) => number,
): readonly (readonly [key: number, entries: readonly entry[]])[] {
  const groups = new Map<number, entry[]>()
  for (const entry of entries) {
    const known = groups.get(toKey(entry))
    if (known) known.push(entry)
    else groups.set(toKey(entry), [entry])
  }
  return [...groups]
}
