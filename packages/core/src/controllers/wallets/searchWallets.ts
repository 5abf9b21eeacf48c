import { abortAttempt, beginAttempt } from '../../attempts.js'
import { internals, type Modal } from '../../modal.js'
import { noWallets } from '../../startState.js'
import { pause } from '../../utils/pause.js'
import { queryWallets, type WalletReply } from '../../walletList/queryWallets.js'
import { assertStarted } from '../connection/assertStarted.js'
import { askWalletList } from './askWalletList.js'
import { failList } from './failList.js'
import { isOffered } from './isOffered.js'
import { walletDelays, walletLimits } from './limits.js'
import type { WalletsState } from './state.js'
import { toOfferQuery } from './toOfferQuery.js'
import { updateWallets } from './updateWallets.js'

export type SearchWalletsRequest = {
  /** Part of a name; one of less than two characters finds nothing. */
  readonly query: string
  /** Only wallets with the badge `certified`; then the query may be empty. */
  readonly certifiedOnly?: boolean | undefined
}

const key = 'wallets:search'
/** Milliseconds, pauses included. */
const deadline = 20_000

/**
 * Searches the list by name into `wallets.search`, 100 entries at most: once the visitor has not typed for half a second,
 * and taking at least 300 ms [S9.13, S9.15]. A newer call takes the place of a running one, whose answer is dropped. The
 * same search after a failure tries again at once. Never rejects: a fault is in `wallets.search.error`.
 */
export async function searchWallets(modal: Modal, { query, certifiedOnly }: SearchWalletsRequest): Promise<void> {
  assertStarted(modal)
  const search = query.trim().slice(0, 100)
  const text = search.length < walletLimits.searchText ? '' : search
  const last = modal.getState().wallets.search
  if (!text && !certifiedOnly) {
    abortAttempt(modal, key)
    setSearch(modal, { ...noWallets.search, query: search })
    return
  }
  const isRetry = last.status === 'failed' && last.query === search && last.certifiedOnly === certifiedOnly
  const attempt = beginAttempt(modal, { key, deadline })
  const running: WalletsState['search'] = { ...noWallets.search, query: search, certifiedOnly, status: 'loading' }
  setSearch(modal, running)
  try {
    if (!isRetry) await pause(modal.env, walletDelays.debounce, attempt.signal)
    const [reply] = await Promise.all([
      findWallets(modal, { text, certifiedOnly, signal: attempt.signal }),
      pause(modal.env, walletDelays.search, attempt.signal),
    ])
    if (attempt.isLatest())
      setSearch(modal, { ...running, wallets: reply.data, count: reply.count, page: 1, status: 'ready' })
  } catch (cause) {
    if (attempt.isLatest()) setSearch(modal, { ...running, status: 'failed', error: failList(modal, cause) })
  } finally {
    attempt.end()
  }
}

type Find = { readonly text: string; readonly certifiedOnly: boolean | undefined; readonly signal: AbortSignal }

/** The wallets of the app come before those of the list. */
async function findWallets(modal: Modal, { text, certifiedOnly, signal }: Find): Promise<WalletReply> {
  const question = {
    page: 1,
    entries: walletLimits.search,
    ...(text && { search: text }),
    ...(certifiedOnly && { badge_type: 'certified' as const }),
  }
  const { data } = await askWalletList(modal, { ...toOfferQuery(modal), ...question, signal })
  const own = queryWallets(modal[internals].options.customWallets, question).data
  const found = [...own, ...data.filter(({ id }) => own.every((wallet) => wallet.id !== id))]
  const offered = found.filter((wallet) => isOffered(modal, wallet)).slice(0, walletLimits.search)
  return { data: offered, count: offered.length }
}

function setSearch(modal: Modal, search: WalletsState['search']): void {
  updateWallets(modal, () => ({ search }))
}
