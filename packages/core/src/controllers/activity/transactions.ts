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
import { track } from '../shell/actions.js'
import { type ActivityEvent, type ActivityMemory, activityLimits, reduceActivity } from './state.js'

export type FetchTransactionsRequest = {
  /** Appends the next page. Default: loads the list from its start. */
  readonly isMore?: boolean | undefined
  /** Ignores cached pages. */
  readonly force?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Loads transactions of the active account on its network into `activity`. A newer call, or a change of account or
 * network, silently ends an older one. Does nothing for `isMore` while a page is loading or after the last page.
 *
 * Throws `NO_ACCOUNT_ADDRESS` [S8.42], `FEATURE_NOT_SUPPORTED` if the active namespace is not EVM [S6.8], and
 * `TRANSACTIONS_UNAVAILABLE`, which empties the list and sets `activity.error` [S4.30].
 */
export async function fetchTransactions(modal: Modal, request: FetchTransactionsRequest = {}): Promise<void> {
  assertStarted(modal)
  const { isMore = false, force = false, signal } = request
  const { caipNetworkId, accounts } = requireAccount(modal)
  const { address, type } = accounts[0]
  const key = toActivityKey(modal.getState())
  const memory = getActivityMemory(modal)
  const before = modal.getState().activity
  if (!isMore) {
    abortAttempt(modal, 'activity-newest')
    memory.cursors.clear()
  } else if (before?.next === undefined || before.loading || `${before.lastNetworkInView}:${before.address}` !== key)
    return
  memory.reload = () => fetchTransactions(modal, { force: true })
  if (force) memory.pages.clear()
  const attempt = beginAttempt(modal, { key: 'activity', timeout: activityLimits.timeout, signal })
  const dispatch = (event: ActivityEvent): void => {
    if (attempt.isLatest()) updateActivity(modal, event)
  }
  dispatch({ type: 'started', address, caipNetworkId, isMore })
  try {
    // without a service, the request below throws the reason
    if (hasBlockchainApi(modal) && !(await attempt.race(isChainServed(modal, caipNetworkId, attempt.signal))))
      dispatch({ type: 'unlisted' })
    else {
      const cursor = isMore ? before?.next : undefined
      const read = await readShownPage(modal, { account: address, caipNetworkId, cursor, attempt })
      dispatch(toActivityKey(modal.getState()) === key ? { type: 'loaded', isMore, ...read } : { type: 'stopped' })
    }
  } catch (cause) {
    if (signal?.aborted || !attempt.isLatest() || toActivityKey(modal.getState()) !== key)
      return dispatch({ type: 'stopped' })
    const error = new TransactionsUnavailableError({ cause })
    const cursor = modal.getState().activity?.next
    dispatch({ type: 'failed', error: { code: error.code, message: error.shortMessage } })
    const isSmartAccount = type === 'smartAccount'
    track(modal, 'ERROR_FETCH_TRANSACTIONS', { address, network: caipNetworkId, cursor, isSmartAccount })
    throw error
  } finally {
    attempt.end()
  }
}

/** Whether transactions can be shown: on EVM only [S6.8], unless the app has disabled them. */
export function isActivitySupported({ features, activeNamespace }: ModalState): boolean {
  return features.activity && activeNamespace === 'eip155'
}

type HistoryPageRequest = {
  readonly account: string
  readonly caipNetworkId: CaipNetworkId
  readonly cursor: string | undefined
  /** Cursors of the pages before. A repeated cursor would loop, so it ends the list. */
  readonly cursors: ReadonlySet<string>
  readonly signal: AbortSignal
}

export type ShownPage = {
  /** The transactions to show. */
  readonly page: readonly HistoryTransaction[]
  /** Cursor of the next page; undefined at the end. */
  readonly next: string | undefined
}

/** Reads a page of transactions. Cached for 15 s. */
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

/**
 * Merges the newest transactions into a list: `newest` replaces everything down to the last transaction that both have
 * in common, which adds new transactions, updates changed ones and removes reorganized ones. Undefined if they have
 * none in common; the same list if nothing changed.
 */
export function mergeNewest(
  known: readonly HistoryTransaction[],
  newest: readonly HistoryTransaction[],
): readonly HistoryTransaction[] | undefined {
  const ids = new Set(newest.map(({ id }) => id))
  const last = known.findLastIndex(({ id }) => ids.has(id))
  if (last === -1) return undefined
  const before = new Map(known.slice(0, last + 1).map((transaction) => [transaction.id, transaction]))
  // unchanged transactions stay the same objects, so that they do not render again
  const head = newest.map((transaction) => {
    const same = before.get(transaction.id)
    return same && JSON.stringify(same) === JSON.stringify(transaction) ? same : transaction
  })
  const isSame = head.length === last + 1 && head.every((transaction, index) => transaction === known[index])
  return isSame ? known : [...head, ...known.slice(last + 1)]
}

/** Key of the account and network whose transactions are shown: `eip155:1:0xabc…`. Empty if there can be none. */
export function toActivityKey(state: ModalState): string {
  const connection = state.status === 'ready' && isActivitySupported(state) ? getConnection(state) : undefined
  return connection ? `${connection.caipNetworkId}:${connection.accounts[0].address}` : ''
}

/** Whether to show a transaction: it is of the network, and not all of its transfers are spam. [S4.28] */
function isShown({ metadata, transfers }: HistoryTransaction, caipNetworkId: CaipNetworkId): boolean {
  const isSpam = transfers.length > 0 && transfers.every(({ nft_info }) => nft_info?.flags?.is_spam === true)
  return metadata.chain === caipNetworkId && !isSpam
}

function requireAccount(modal: Modal): Connection {
  const state = modal.getState()
  const connection = getConnection(state)
  if (!connection) throw new NoAccountAddressError()
  if (isActivitySupported(state)) return connection
  throw new FeatureNotSupportedError({ feature: 'activity', by: `The namespace ${connection.namespace}` })
}

/** Reads pages until one has something to show. */
async function readShownPage(
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

function getActivityMemory(modal: Modal): ActivityMemory {
  const inner = modal[internals]
  inner.activity ??= { pages: new Map(), cursors: new Set() }
  return inner.activity
}

function updateActivity(modal: Modal, event: ActivityEvent): void {
  modal[internals].store.setState((state) => {
    const activity = reduceActivity(state.activity, event)
    return activity === state.activity ? state : { ...state, activity }
  })
}
