import { hasBlockchainApi } from '../../api/blockchain/hasBlockchainApi.js'
import { isChainServed } from '../../api/blockchain/isChainServed.js'
import type { HistoryTransaction } from '../../api/blockchain/types.js'
import { httpDeadline } from '../../api/http.js'
import { type Attempt, abortAttempt, beginAttempt } from '../../attempts.js'
import { NoAccountAddressError, TransactionsUnavailableError } from '../../errors/activity.js'
import { FeatureNotSupportedError } from '../../errors/connection.js'
import { internals, type Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { assertStarted } from '../connection/assertStarted.js'
import { getConnection } from '../connection/getConnection.js'
import { track } from '../events/track.js'
import { isActivitySupported } from './isActivitySupported.js'
import { isShown } from './isShown.js'
import { getActivityMemory } from './memory.js'
import { readHistoryPage } from './readHistoryPage.js'
import { type ActivityEvent, reduceActivity } from './reduceActivity.js'
import { activityLimits } from './state.js'

export type FetchTransactionsRequest = {
  /** The page after those that are there; else the list is read from its start. */
  readonly isMore?: boolean | undefined
  /** Asks the service also where an answer is fresh. */
  readonly force?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

type Target = { readonly address: string; readonly caipNetworkId: CaipNetworkId; readonly isSmartAccount: boolean }

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
  const target = requireTarget(modal)
  const before = modal.getState().activity
  if (isMore && (!before || !isTarget(before, target) || before.loading || before.next === undefined)) return
  if (!isMore) {
    abortAttempt(modal, 'activity-newest')
    getActivityMemory(modal).cursors.clear()
  }
  if (force) getActivityMemory(modal).pages.clear()
  const attempt = beginAttempt(modal, { key: 'activity', deadline: activityLimits.pages * httpDeadline, signal })
  const { address, caipNetworkId } = target
  dispatch(modal, { type: 'started', address, caipNetworkId, isMore })
  try {
    // without a service reading fails, and says why
    if (hasBlockchainApi(modal) && !(await attempt.race(isChainServed(modal, caipNetworkId, attempt.signal)))) {
      if (attempt.isLatest()) dispatch(modal, { type: 'unlisted' })
      return
    }
    const read = await readNew(modal, { target, cursor: isMore ? before?.next : undefined, attempt })
    if (!attempt.isLatest()) return
    dispatch(modal, isCurrent(modal, target) ? { type: 'loaded', isMore, ...read } : { type: 'stopped' })
  } catch (cause) {
    if (!attempt.isLatest()) return
    if (!signal?.aborted && isCurrent(modal, target)) throw fail(modal, target, cause)
    dispatch(modal, { type: 'stopped' })
  } finally {
    attempt.end()
  }
}

function requireTarget(modal: Modal): Target {
  const state = modal.getState()
  const connection = getConnection(state)
  if (!connection) throw new NoAccountAddressError()
  const { namespace, caipNetworkId, accounts } = connection
  if (!isActivitySupported(state))
    throw new FeatureNotSupportedError({ feature: 'activity', by: `The chain family ${namespace}` })
  return { address: accounts[0].address, caipNetworkId, isSmartAccount: accounts[0].type === 'smartAccount' }
}

function isTarget(
  known: { readonly address: string; readonly lastNetworkInView: CaipNetworkId },
  { address, caipNetworkId }: Target,
): boolean {
  return known.address === address && known.lastNetworkInView === caipNetworkId
}

/** Whether the account is still the active one, on the same network. */
function isCurrent(modal: Modal, { address, caipNetworkId }: Target): boolean {
  const connection = getConnection(modal.getState())
  return connection?.caipNetworkId === caipNetworkId && connection.accounts[0].address === address
}

/** Pages until one has something to show. A cursor that was there before ends it. */
async function readNew(
  modal: Modal,
  request: { readonly target: Target; readonly cursor: string | undefined; readonly attempt: Attempt },
): Promise<{ readonly page: readonly HistoryTransaction[]; readonly next: string | undefined }> {
  const { target, attempt } = request
  const { address: account, caipNetworkId } = target
  const { cursors } = getActivityMemory(modal)
  for (let { cursor } = request, tries = 1; ; tries++) {
    if (cursor !== undefined) cursors.add(cursor)
    const read = readHistoryPage(modal, { account, caipNetworkId, cursor, signal: attempt.signal })
    const { data, next: told } = await attempt.race(read)
    const next = told === undefined || cursors.has(told) ? undefined : told
    const page = data.filter((transaction) => isShown(transaction, caipNetworkId))
    if (page.length > 0 || next === undefined || tries === activityLimits.pages) return { page, next }
    cursor = next
  }
}

function fail(modal: Modal, target: Target, cause: unknown): TransactionsUnavailableError {
  const error = new TransactionsUnavailableError({ cause })
  const { address, caipNetworkId: network, isSmartAccount } = target
  const cursor = modal.getState().activity?.next
  dispatch(modal, { type: 'failed', error: { code: error.code, message: error.shortMessage } })
  track(modal, 'ERROR_FETCH_TRANSACTIONS', { address, network, cursor, isSmartAccount })
  return error
}

function dispatch(modal: Modal, event: ActivityEvent): void {
  modal[internals].store.setState((state) => {
    const activity = reduceActivity(state.activity, event)
    return activity === state.activity ? state : { ...state, activity }
  })
}
