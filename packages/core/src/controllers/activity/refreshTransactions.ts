import type { HistoryTransaction } from '../../api/blockchain/types.js'
import { type Attempt, beginAttempt } from '../../attempts.js'
import { internals, type Modal } from '../../modal.js'
import { joinNewest } from './joinNewest.js'
import type { readHistoryPage, ShownPage } from './readHistoryPage.js'
import { renewActivity } from './renewActivity.js'
import { type ActivityState, activityLimits } from './state.js'

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
