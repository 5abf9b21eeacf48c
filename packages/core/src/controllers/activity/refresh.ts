import { isLatchkeyError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { type Attempt, beginAttempt } from '../../modal/attempts.js'
import { internals, type Modal } from '../../modal/modal.js'
import { isServiceClosed } from '../../service/blockchain/client.js'
import type { HistoryTransaction } from '../../service/blockchain/types.js'
import { type ActivityState, activityLimits, toListed } from './state.js'
import { fetchTransactions, mergeNewest, readHistoryPage, type ShownPage, toActivityKey } from './transactions.js'

export type WatchTransactionsOptions = {
  /**
   * Called when the list could not be loaded; `activity.error` is set, too. Not called for failed polls, which change
   * nothing.
   */
  readonly onError?: ((error: LatchkeyError) => void) | undefined
}

/**
 * Keeps the transactions of the active account up to date while something shows them: loads them now, again when the
 * account or the network changes, and polls for new ones every 15 s. Pauses while the page is hidden. Stops polling
 * when the service is closed (503) or does not serve the network. Returns its unsubscribe, which aborts pending
 * requests; stops when the modal is destroyed.
 */
export function watchTransactions(modal: Modal, { onError }: WatchTransactionsOptions = {}): () => void {
  const { signal, warn } = modal[internals]
  let reading = new AbortController()

  const read = async (current: AbortSignal): Promise<void> => {
    try {
      await fetchTransactions(modal, { signal: current })
    } catch (cause) {
      if (isLatchkeyError(cause) && onError) onError(cause)
      else warn(cause)
      if (isServiceClosed(cause)) return
    }
    if (current.aborted) return
    const cancel = modal.env.setTimeout(() => pollNewest(modal, current), activityLimits.cache)
    current.addEventListener('abort', cancel)
  }
  const begin = (): void => {
    reading.abort()
    reading = new AbortController()
    if (toActivityKey(modal.getState())) void read(reading.signal)
  }
  const unsubscribe = modal.subscribe((state, previous) => {
    if (toActivityKey(state) !== toActivityKey(previous)) begin()
  })
  const stop = (): void => {
    unsubscribe()
    signal.removeEventListener('abort', stop)
    reading.abort()
  }
  signal.addEventListener('abort', stop)
  begin()
  return stop
}

/**
 * Polls for new transactions now and every 15 s until the signal aborts. Pauses while the page is hidden; a poll that
 * was due meanwhile runs when the page becomes visible. Stops when the service is closed (503). A failed poll changes
 * nothing.
 */
function pollNewest(modal: Modal, signal: AbortSignal): void {
  const page = modal.env.window()?.document
  let isDue = false
  let cancel: (() => void) | undefined

  const poll = async (): Promise<void> => {
    isDue = page?.visibilityState === 'hidden'
    if (isDue || signal.aborted) return
    const isClosed = await refreshTransactions(modal, signal).then(() => false, isServiceClosed)
    if (!isClosed && !signal.aborted) cancel = modal.env.setTimeout(() => void poll(), activityLimits.cache)
  }
  const onVisible = (): void => {
    if (isDue && page?.visibilityState === 'visible') void poll()
  }
  page?.addEventListener('visibilitychange', onVisible, { signal })
  signal.addEventListener('abort', () => cancel?.())
  void poll()
}

/**
 * Adds new transactions to the top of the list in the state; the pages below and their cursor stay. Starts the list
 * over if there are too many to merge. Does nothing while the list itself is loading. Success restores a list that
 * failed; a failure changes nothing and throws as `fetchHistory` does.
 */
async function refreshTransactions(modal: Modal, signal: AbortSignal): Promise<void> {
  const known = modal.getState().activity
  if (!known || known.loading || known.isUnlisted) return
  const { timeout } = activityLimits
  const attempt = beginAttempt(modal, { key: 'activity-newest', timeout, signal })
  try {
    const { page, next, cursors } = await readNewest(modal, known, attempt)
    const now = modal.getState().activity
    if (!attempt.isLatest() || !now || now.loading || !isSameList(now, known)) return
    if (!mergeNewest(now.transactions, page)) {
      // keep the list if no transaction to show was found so far
      if (page.length === 0 && next !== undefined) return
      const memory = modal[internals].activity
      memory?.cursors.clear()
      for (const cursor of cursors) memory?.cursors.add(cursor)
    }
    modal[internals].store.setState((state) => {
      const activity = refreshActivity(state.activity, { page, next })
      return activity === state.activity ? state : { ...state, activity }
    })
  } finally {
    attempt.end()
  }
}

/**
 * Merges the newest page into the list. If they do not overlap, the list starts over with the page and its cursor.
 * Returns the same state if nothing changed.
 */
export function refreshActivity(
  state: ActivityState | undefined,
  { page, next }: ShownPage,
): ActivityState | undefined {
  if (!state || state.loading || state.isUnlisted) return state
  const { address, lastNetworkInView, error } = state
  const merged = mergeNewest(state.transactions, page)
  const isEmpty = page.length === 0 && state.transactions.length === 0
  if (!error && (merged === state.transactions || isEmpty)) return state
  const transactions = merged ?? page
  const empty = transactions.length === 0
  return {
    address,
    lastNetworkInView,
    ...toListed(transactions),
    loading: false,
    empty,
    next: merged ? state.next : next,
  }
}

type Newest = ShownPage & {
  /** Cursors of the pages after the first. */
  readonly cursors: ReadonlySet<string>
}

/** Reads pages from the first until one overlaps the list. For an empty list, the first page only. */
async function readNewest(modal: Modal, known: ActivityState, attempt: Attempt): Promise<Newest> {
  const { address: account, lastNetworkInView: caipNetworkId, transactions } = known
  const ids = new Set(transactions.map(({ id }) => id))
  const cursors = new Set<string>()
  const page: HistoryTransaction[] = []
  for (let cursor: string | undefined, tries = 1; ; tries++) {
    const request = { account, caipNetworkId, cursor, cursors, signal: attempt.signal }
    const { page: more, next } = await attempt.race(readHistoryPage(modal, request))
    page.push(...more)
    const isOverlap = ids.size === 0 || page.some(({ id }) => ids.has(id))
    if (isOverlap || next === undefined || tries === activityLimits.pages) return { page, next, cursors }
    cursors.add(next)
    cursor = next
  }
}

function isSameList(a: ActivityState, b: ActivityState): boolean {
  return a.address === b.address && a.lastNetworkInView === b.lastNetworkInView
}
