import type { HistoryTransaction } from '../../api/blockchain/types.js'
import { httpDeadline } from '../../api/http.js'
import { type Attempt, beginAttempt } from '../../attempts.js'
import { internals, type Modal } from '../../modal.js'
import { isShown } from './isShown.js'
import { joinNewest } from './joinNewest.js'
import { getActivityMemory } from './memory.js'
import { readHistoryPage } from './readHistoryPage.js'
import { reduceActivity } from './reduceActivity.js'
import { type ActivityState, activityLimits } from './state.js'

type Newest = {
  readonly page: readonly HistoryTransaction[]
  readonly next: string | undefined
  /** By which the pages after the first were read. */
  readonly cursors: readonly string[]
}

/**
 * Looks for what is new in the list of transactions that is in the state: it comes first, the pages below and their cursor stay.
 * Where more has happened than can be joined to the list, it begins anew. Does nothing while the list itself is being read.
 * A list that failed is there again where this succeeds; a failure changes nothing, and is thrown as `fetchHistory` throws.
 */
export async function refreshTransactions(modal: Modal, signal: AbortSignal): Promise<void> {
  const known = modal.getState().activity
  if (!known || known.loading || known.isUnlisted) return
  const deadline = activityLimits.pages * httpDeadline
  const attempt = beginAttempt(modal, { key: 'activity-newest', deadline, signal })
  try {
    const { page, next, cursors } = await readNewest(modal, known, attempt)
    const now = modal.getState().activity
    if (!attempt.isLatest() || !now || now.loading || !isSameList(now, known)) return
    if (!joinNewest(now.transactions, page)) {
      // nothing to show so far is no reason to drop what is there
      if (page.length === 0 && next !== undefined) return
      const memory = getActivityMemory(modal)
      memory.cursors.clear()
      for (const cursor of cursors) memory.cursors.add(cursor)
    }
    modal[internals].store.setState((state) => {
      const activity = reduceActivity(state.activity, { type: 'refreshed', page, next })
      return activity === state.activity ? state : { ...state, activity }
    })
  } finally {
    attempt.end()
  }
}

/** Pages from the first until one has something of the list. Of a list that is empty the first alone. */
async function readNewest(modal: Modal, known: ActivityState, attempt: Attempt): Promise<Newest> {
  const { address: account, lastNetworkInView: caipNetworkId, transactions } = known
  const ids = new Set(transactions.map(({ id }) => id))
  const cursors: string[] = []
  const page: HistoryTransaction[] = []
  for (let tries = 1; ; tries++) {
    const cursor = cursors.at(-1)
    const read = readHistoryPage(modal, { account, caipNetworkId, cursor, signal: attempt.signal })
    const { data, next: told } = await attempt.race(read)
    const next = told === undefined || cursors.includes(told) ? undefined : told
    page.push(...data.filter((transaction) => isShown(transaction, caipNetworkId)))
    const isJoined = ids.size === 0 || page.some(({ id }) => ids.has(id))
    if (isJoined || next === undefined || tries === activityLimits.pages) return { page, next, cursors }
    cursors.push(next)
  }
}

function isSameList(a: ActivityState, b: ActivityState): boolean {
  return a.address === b.address && a.lastNetworkInView === b.lastNetworkInView
}
