import { FeatureNotSupportedError } from '../../errors/connection.js'
import { NoAccountAddressError, TransactionsUnavailableError } from '../../errors/services.js'
import { type Attempt, abortAttempt, assertStarted, beginAttempt } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { hasBlockchainApi, isChainServed } from '../../service/blockchain/client.js'
import { fetchHistory } from '../../service/blockchain/history.js'
import type { HistoryTransaction } from '../../service/blockchain/types.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import type { Connection } from '../connection/state.js'
import { track } from '../shell/events.js'
import { type ActivityEvent, type ActivityMemory, activityLimits, reduceActivity } from './state.js'

export type FetchTransactionsRequest = {
  /** The page after those that are there; else the list is read from its start. */
  readonly isMore?: boolean | undefined
  /** Asks the service also where an answer is fresh. */
  readonly force?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads transactions of the active account on its network into `activity`. A newer call, and another account or network, end an
 * older one without a word. Does nothing for `isMore` while a page is on its way, or after the last.
 *
 * Throws `NO_ACCOUNT_ADDRESS` [S8.42], `FEATURE_NOT_SUPPORTED` where the active chain family is not EVM [S6.8], and
 * `TRANSACTIONS_UNAVAILABLE`, after which the list is empty and `activity.error` tells why [S4.30].
 */
export async function fetchTransactions(modal: Modal, request: FetchTransactionsRequest = {}): Promise<void> {
  assertStarted(modal)
  const { isMore = false, force = false, signal } = request
  const { caipNetworkId, accounts } = requireAccount(modal)
  const { address, type } = accounts[0]
  const key = toAccountKey(modal.getState())
  const memory = getActivityMemory(modal)
  const before = modal.getState().activity
  if (!isMore) {
    abortAttempt(modal, 'activity-newest')
    memory.cursors.clear()
  } else if (before?.next === undefined || before.loading || `${before.lastNetworkInView}:${before.address}` !== key)
    return
  memory.readAgain = () => fetchTransactions(modal, { force: true })
  if (force) memory.pages.clear()
  const attempt = beginAttempt(modal, { key: 'activity', deadline: activityLimits.deadline, signal })
  const tell = (event: ActivityEvent): void => {
    if (attempt.isLatest()) dispatch(modal, event)
  }
  tell({ type: 'started', address, caipNetworkId, isMore })
  try {
    // without a service reading fails, and says why
    if (hasBlockchainApi(modal) && !(await attempt.race(isChainServed(modal, caipNetworkId, attempt.signal))))
      tell({ type: 'unlisted' })
    else {
      const cursor = isMore ? before?.next : undefined
      const read = await readNew(modal, { account: address, caipNetworkId, cursor, attempt })
      tell(toAccountKey(modal.getState()) === key ? { type: 'loaded', isMore, ...read } : { type: 'stopped' })
    }
  } catch (cause) {
    if (signal?.aborted || !attempt.isLatest() || toAccountKey(modal.getState()) !== key)
      return tell({ type: 'stopped' })
    const error = new TransactionsUnavailableError({ cause })
    const cursor = modal.getState().activity?.next
    tell({ type: 'failed', error: { code: error.code, message: error.shortMessage } })
    const isSmartAccount = type === 'smartAccount'
    track(modal, 'ERROR_FETCH_TRANSACTIONS', { address, network: caipNetworkId, cursor, isSmartAccount })
    throw error
  } finally {
    attempt.end()
  }
}

function requireAccount(modal: Modal): Connection {
  const state = modal.getState()
  const connection = getConnection(state)
  if (!connection) throw new NoAccountAddressError()
  if (isActivitySupported(state)) return connection
  throw new FeatureNotSupportedError({ feature: 'activity', by: `The chain family ${connection.namespace}` })
}

/** Pages until one has something to show. */
async function readNew(
  modal: Modal,
  { attempt, ...request }: Omit<HistoryPageRequest, 'cursors' | 'signal'> & { readonly attempt: Attempt },
): Promise<ShownPage> {
  const { signal } = attempt
  const { cursors } = getActivityMemory(modal)
  for (let { cursor } = request, tries = 1; ; tries++) {
    if (cursor !== undefined) cursors.add(cursor)
    const read = await attempt.race(readHistoryPage(modal, { ...request, cursor, cursors, signal }))
    if (read.page.length > 0 || read.next === undefined || tries === activityLimits.pages) return read
    cursor = read.next
  }
}

function dispatch(modal: Modal, event: ActivityEvent): void {
  modal[internals].store.setState((state) => {
    const activity = reduceActivity(state.activity, event)
    return activity === state.activity ? state : { ...state, activity }
  })
}

export type TransactionMonth = {
  /** 0 is January, as in `Date`. */
  readonly month: number
  readonly transactions: readonly HistoryTransaction[]
}

export type TransactionYear = { readonly year: number; readonly months: readonly TransactionMonth[] }

/** Transactions by year and month of the visitor's own time, newest first. [S3.15] */
export function getTransactionsByYear(transactions: readonly HistoryTransaction[]): readonly TransactionYear[] {
  const timed = transactions
    .map((transaction) => ({ transaction, date: new Date(transaction.metadata.minedAt) }))
    .toSorted((a, b) => b.date.getTime() - a.date.getTime())
  return group(timed, ({ date }) => date.getFullYear()).map(([year, ofYear]) => ({
    year,
    months: group(ofYear, ({ date }) => date.getMonth()).map(([month, ofMonth]) => ({
      month,
      transactions: ofMonth.map(({ transaction }) => transaction),
    })),
  }))
}

/** Entries by key, in the order in which the keys first come. */
function group<entry>(
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

/** Whether transactions can be shown: on EVM alone [S6.8], where the app has not switched them off. */
export function isActivitySupported({ features, activeNamespace }: ModalState): boolean {
  return features.activity && activeNamespace === 'eip155'
}

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

/** Whose transactions are shown, and of which network: `eip155:1:0xabc…`; empty where there can be none. */
export function toAccountKey(state: ModalState): string {
  const connection = state.status === 'ready' && isActivitySupported(state) ? getConnection(state) : undefined
  return connection ? `${connection.caipNetworkId}:${connection.accounts[0].address}` : ''
}

export function getActivityMemory(modal: Modal): ActivityMemory {
  const inner = modal[internals]
  inner.activity ??= { pages: new Map(), cursors: new Set() }
  return inner.activity
}

/** False for a transaction of another network, and for one whose transfers are all spam. [S4.28] */
export function isShown({ metadata, transfers }: HistoryTransaction, caipNetworkId: CaipNetworkId): boolean {
  const isSpam = transfers.length > 0 && transfers.every(({ nft_info }) => nft_info?.flags?.is_spam === true)
  return metadata.chain === caipNetworkId && !isSpam
}

/**
 * A list whose newest transactions were read again: `newest` takes the place of all down to the last one that both have, so that
 * what is new comes first, what has changed is as it is now, and what the chain has undone is gone. Undefined where they have
 * none in common; the same list where nothing changed.
 */
export function joinNewest(
  known: readonly HistoryTransaction[],
  newest: readonly HistoryTransaction[],
): readonly HistoryTransaction[] | undefined {
  const ids = new Set(newest.map(({ id }) => id))
  const last = known.findLastIndex(({ id }) => ids.has(id))
  if (last === -1) return undefined
  const before = new Map(known.slice(0, last + 1).map((transaction) => [transaction.id, transaction]))
  // those that are as they were stay the same objects: nothing of them is drawn again
  const head = newest.map((transaction) => {
    const same = before.get(transaction.id)
    return same && JSON.stringify(same) === JSON.stringify(transaction) ? same : transaction
  })
  const isSame = head.length === last + 1 && head.every((transaction, index) => transaction === known[index])
  return isSame ? known : [...head, ...known.slice(last + 1)]
}
