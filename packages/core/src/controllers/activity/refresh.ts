import { isLatchkeyError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { type Attempt, beginAttempt } from '../../modal/attempts.js'
import { internals, type Modal } from '../../modal/modal.js'
import { isServiceClosed } from '../../service/blockchain/client.js'
import type { HistoryTransaction } from '../../service/blockchain/types.js'
import { type ActivityState, activityLimits } from './state.js'
import { fetchTransactions, joinNewest, readHistoryPage, type ShownPage, toAccountKey } from './transactions.js'

export type WatchTransactionsOptions = {
  /** The list could not be read; `activity.error` has it as well. Not told of looks for what is new, which change nothing then. */
  readonly onError?: ((error: LatchkeyError) => void) | undefined
}

/**
 * Keeps the transactions of the active account read while something shows them: from the start now, and again when the account
 * or the network changes; every 15 s it looks for new ones, which come first. Not while the page is hidden, and no more once the
 * service says that it is closed (503). Nothing is read where there can be none. Returns its unsubscribe, which ends what is
 * under way; the end of the modal ends it too.
 */
export function watchTransactions(modal: Modal, { onError }: WatchTransactionsOptions = {}): () => void {
  const { signal, warn } = modal[internals]
  let reading = new AbortController()

  const follow = (current: AbortSignal): void => {
    const cancel = modal.env.setTimeout(
      () => keepNewest(modal, { signal: current, readPage: readHistoryPage }),
      activityLimits.cache,
    )
    current.addEventListener('abort', cancel)
  }
  const read = async (current: AbortSignal): Promise<void> => {
    try {
      await fetchTransactions(modal, { signal: current })
    } catch (cause) {
      if (isLatchkeyError(cause) && onError) onError(cause)
      else warn(cause)
      if (isServiceClosed(cause)) return
    }
    if (!current.aborted) follow(current)
  }
  const begin = (): void => {
    reading.abort()
    reading = new AbortController()
    if (toAccountKey(modal.getState())) void read(reading.signal)
  }
  const unsubscribe = modal.subscribe((state, previous) => {
    if (toAccountKey(state) !== toAccountKey(previous)) begin()
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

export type RefreshRequest = {
  /** Told, not imported: what the first reading shares with something that is loaded later would become a file of its own. */
  readonly readPage: typeof readHistoryPage
  readonly signal: AbortSignal
}

type Newest = ShownPage & {
  /** By which the pages after the first were read. */
  readonly cursors: ReadonlySet<string>
}

/**
 * Looks for what is new in the list of transactions that is in the state: it comes first, the pages below and their cursor stay.
 * Where more has happened than can be joined to the list, it begins anew. Does nothing while the list itself is being read.
 * A list that failed is there again where this succeeds; a failure changes nothing, and is thrown as `fetchHistory` throws.
 */
export async function refreshTransactions(modal: Modal, request: RefreshRequest): Promise<void> {
  const known = modal.getState().activity
  if (!known || known.loading || known.isUnlisted) return
  const { deadline } = activityLimits
  const attempt = beginAttempt(modal, { key: 'activity-newest', deadline, signal: request.signal })
  try {
    const { page, next, cursors } = await readNewest(modal, { known, attempt, ...request })
    const now = modal.getState().activity
    if (!attempt.isLatest() || !now || now.loading || !isSameList(now, known)) return
    if (!joinNewest(now.transactions, page)) {
      // nothing to show so far is no reason to drop what is there
      if (page.length === 0 && next !== undefined) return
      const memory = modal[internals].activity
      memory?.cursors.clear()
      for (const cursor of cursors) memory?.cursors.add(cursor)
    }
    modal[internals].store.setState((state) => {
      const activity = renewActivity(state.activity, { page, next })
      return activity === state.activity ? state : { ...state, activity }
    })
  } finally {
    attempt.end()
  }
}

/** Pages from the first until one has something of the list. Of a list that is empty the first alone. */
async function readNewest(
  modal: Modal,
  { known, attempt, readPage }: RefreshRequest & { readonly known: ActivityState; readonly attempt: Attempt },
): Promise<Newest> {
  const { address: account, lastNetworkInView: caipNetworkId, transactions } = known
  const ids = new Set(transactions.map(({ id }) => id))
  const cursors = new Set<string>()
  const page: HistoryTransaction[] = []
  for (let cursor: string | undefined, tries = 1; ; tries++) {
    const request = { account, caipNetworkId, cursor, cursors, signal: attempt.signal }
    const { page: more, next } = await attempt.race(readPage(modal, request))
    page.push(...more)
    const isJoined = ids.size === 0 || page.some(({ id }) => ids.has(id))
    if (isJoined || next === undefined || tries === activityLimits.pages) return { page, next, cursors }
    cursors.add(next)
    cursor = next
  }
}

function isSameList(a: ActivityState, b: ActivityState): boolean {
  return a.address === b.address && a.lastNetworkInView === b.lastNetworkInView
}

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

/**
 * Looks for new transactions now and every 15 s, until the signal ends it. Not while the page is hidden: a look that was due then
 * comes with the page. No more once the service says that it is closed (503). A look that fails changes nothing.
 */
export function keepNewest(modal: Modal, request: RefreshRequest): void {
  const { signal } = request
  const page = modal.env.window()?.document
  let isBehind = false
  let cancel: (() => void) | undefined

  const look = async (): Promise<void> => {
    isBehind = page?.visibilityState === 'hidden'
    if (isBehind || signal.aborted) return
    const isClosed = await refreshTransactions(modal, request).then(() => false, isServiceClosed)
    if (!isClosed && !signal.aborted) cancel = modal.env.setTimeout(() => void look(), activityLimits.cache)
  }
  const onVisible = (): void => {
    if (isBehind && page?.visibilityState === 'visible') void look()
  }
  page?.addEventListener('visibilitychange', onVisible, { signal })
  signal.addEventListener('abort', () => cancel?.())
  void look()
}
