import { hasBlockchainApi } from '../../api/blockchain/hasBlockchainApi.js'
import { isChainServed } from '../../api/blockchain/isChainServed.js'
import { type Attempt, abortAttempt, beginAttempt } from '../../attempts.js'
import { NoAccountAddressError, TransactionsUnavailableError } from '../../errors/activity.js'
import { FeatureNotSupportedError } from '../../errors/connection.js'
import { internals, type Modal } from '../../modal.js'
import { assertStarted } from '../connection/assertStarted.js'
import { getConnection } from '../connection/getConnection.js'
import type { Connection } from '../connection/state.js'
import { track } from '../events/track.js'
import { isActivitySupported } from './isActivitySupported.js'
import { getActivityMemory } from './memory.js'
import { type HistoryPageRequest, readHistoryPage, type ShownPage } from './readHistoryPage.js'
import { type ActivityEvent, reduceActivity } from './reduceActivity.js'
import { activityLimits } from './state.js'
import { toAccountKey } from './toAccountKey.js'

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
