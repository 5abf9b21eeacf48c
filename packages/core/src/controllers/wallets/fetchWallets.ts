import { isPhone } from '../../links/host.js'
import { abortAttempt, assertStarted, beginAttempt } from '../../modal/attempts.js'
import { internals, type Modal } from '../../modal/modal.js'
import { noWallets } from '../../modal/startState.js'
import { pause } from '../../rpc/wait.js'
import { queryWallets, type WalletQuery, type WalletReply } from '../../walletList/queryWallets.js'
import { getRecentWalletIds } from './connectors.js'
import { getWalletMemory, queryWalletList, reportListError, updateAll, updateWallets } from './source.js'
import { type WalletListing, type WalletsState, walletDelays, walletLimits } from './state.js'

/** Pages that one call reads at most, where none of their wallets is offered here, as on a phone. */
const maxPages = 5

/**
 * Reads the next page of 40 into `wallets.all` [S9.13]: the wallets that are there keep their places, and none comes twice.
 * Who calls while a page is on its way gets the same promise; after the last page it does nothing, and `count` is then the
 * number of wallets that are there. Never rejects: a fault is in `wallets.all.error`, and the next call tries again.
 */
export async function fetchWallets(modal: Modal): Promise<void> {
  assertStarted(modal)
  const memory = getWalletMemory(modal)
  if (memory.isComplete || !modal[internals].options.enableWallets) return
  memory.reading ??= readPage(modal).finally(() => {
    memory.reading = undefined
  })
  return memory.reading
}

async function readPage(modal: Modal): Promise<void> {
  updateAll(modal, { status: 'loading' })
  await prefetchWallets(modal)
  if (getWalletMemory(modal).prefetch === undefined) return
  try {
    await readNextPage(modal)
  } catch (cause) {
    if (!modal[internals].signal.aborted) updateAll(modal, { status: 'failed', error: reportListError(modal, cause) })
  }
}

async function readNextPage(modal: Modal): Promise<void> {
  const { seen } = getWalletMemory(modal)
  for (let tries = 1; ; tries++) {
    const { all } = modal.getState().wallets
    const page = all.page + 1
    const known = page === 1 ? toFirstWallets(modal) : all.wallets
    for (const { id } of known) seen.add(id)
    const offer = toOfferQuery(modal)
    const exclude = [...(offer.exclude ?? []), ...(modal[internals].options.featuredWalletIds ?? [])]
    const reply = await queryWalletList(modal, { ...offer, exclude, page, entries: walletLimits.page })
    const fresh = reply.data.filter((wallet) => isNew(seen, wallet) && isOffered(modal, wallet))
    const wallets = [...known, ...fresh]
    const isLast = page * walletLimits.page >= reply.count || (fresh.length === 0 && tries === maxPages)
    const isDone = isLast || fresh.length > 0
    if (isLast) getWalletMemory(modal).isComplete = true
    updateAll(modal, {
      wallets,
      page,
      // more than there are here, until the last page has come
      count: isLast ? wallets.length : Math.max(all.count, wallets.length + 1),
      status: isDone ? 'ready' : 'loading',
    })
    if (isDone) return
  }
}

/** What stands before the pages: the wallets of the app, then those that it features. */
function toFirstWallets(modal: Modal): readonly WalletListing[] {
  const { customWallets, featuredWalletIds } = modal[internals].options
  const { featured } = modal.getState().wallets
  const own = [...customWallets.filter((wallet) => isOffered(modal, wallet)), ...(featuredWalletIds ? featured : [])]
  return own.filter(({ id }, index) => own.findIndex((other) => other.id === id) === index)
}

function isNew(seen: Set<string>, { id }: WalletListing): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  return true
}

export type FetchWalletListingRequest = { readonly walletId: string; readonly signal?: AbortSignal | undefined }

/**
 * A wallet by its id, at once where it is known, else from the list; undefined where there is none. Throws what the list
 * throws: `RATE_LIMITED`, `SERVER_ERROR`, `HTTP_STATUS`, `TIMED_OUT` or `ABORTED`.
 */
export async function fetchWalletListing(
  modal: Modal,
  { walletId, signal }: FetchWalletListingRequest,
): Promise<WalletListing | undefined> {
  assertStarted(modal)
  const known = getWalletListing(modal, walletId)
  if (known) return known
  const { data } = await queryWalletList(modal, { page: 1, entries: 1, include: [walletId], signal })
  return data.find(({ id }) => id === walletId)
}

/** A wallet by its id, of the app or of the list as far as that has come. */
export function getWalletListing(modal: Modal, walletId: string): WalletListing | undefined {
  const { options, wallets } = modal[internals]
  const { featured, recommended, recent, all, search } = modal.getState().wallets
  const lists = [options.customWallets, featured, recommended, recent, search.wallets, all.wallets]
  for (const list of lists) {
    const found = list.find(({ id }) => id === walletId)
    if (found) return found
  }
  return wallets?.listings.get(walletId)
}

/**
 * Reads into the state what the first view shows of the list: the featured wallets, in the order of `featuredWalletIds` or
 * the first four of the list, four recommended ones, those paired with lately, those that are excluded, and how many there
 * are [S9.13]. Once: who calls meanwhile or later gets the same promise, until it fails. Never rejects: a fault is in
 * `wallets.all.error`, with 'Server Error' or 'Rate Limited' as an alert, and what had come stays.
 */
export async function prefetchWallets(modal: Modal): Promise<void> {
  assertStarted(modal)
  if (!modal[internals].options.enableWallets) return
  const memory = getWalletMemory(modal)
  memory.prefetch ??= readFirst(modal).catch((cause: unknown) => {
    memory.prefetch = undefined
    if (!modal[internals].signal.aborted) updateAll(modal, { status: 'failed', error: reportListError(modal, cause) })
  })
  return memory.prefetch
}

async function readFirst(modal: Modal): Promise<void> {
  const { customWallets, excludeWalletIds = [], featuredWalletIds } = modal[internals].options
  const recentIds = getRecentWalletIds(modal.getState())
  const offer = toOfferQuery(modal)
  const exclude = featuredWalletIds ? [...excludeWalletIds, ...featuredWalletIds] : offer.exclude
  const { featured: size } = walletLimits

  const [named, first, second] = await Promise.all([
    fetchByIds(modal, [...new Set([...(featuredWalletIds ?? []), ...recentIds, ...excludeWalletIds])]),
    queryWalletList(modal, { ...offer, exclude, page: 1, entries: size }),
    featuredWalletIds ? undefined : queryWalletList(modal, { ...offer, page: 2, entries: size }),
  ])
  const pick = (ids: readonly string[]): readonly WalletListing[] => ids.flatMap((id) => named.get(id) ?? [])
  const offered = (wallets: readonly WalletListing[] = []): readonly WalletListing[] =>
    wallets.filter((wallet) => isOffered(modal, wallet))
  const featured = featuredWalletIds && offered(pick(featuredWalletIds))
  updateWallets(modal, ({ all }) => ({
    featured: featured ?? offered(first.data.slice(0, size)),
    recommended: offered((second ?? first).data.slice(0, walletLimits.recommended)),
    recent: offered(pick(recentIds)),
    excluded: pick(excludeWalletIds),
    all:
      all.page > 0
        ? all
        : {
            ...all,
            status: all.status === 'failed' ? 'idle' : all.status,
            error: undefined,
            count: first.count + offered(customWallets).length + (featured?.length ?? 0),
          },
  }))
}

async function fetchByIds(modal: Modal, ids: readonly string[]): Promise<ReadonlyMap<string, WalletListing>> {
  const size = walletLimits.search
  const parts = Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  )
  const replies = await Promise.all(
    parts.map((include) => queryWalletList(modal, { page: 1, entries: include.length, include })),
  )
  return new Map(replies.flatMap(({ data }) => data).map((wallet) => [wallet.id, wallet]))
}

export type SearchWalletsRequest = {
  /** Part of a name; one of less than two characters finds nothing. */
  readonly query: string
  /** Only wallets with the badge `certified`; then the query may be empty. */
  readonly certifiedOnly?: boolean | undefined
}

const searchKey = 'wallets:search'

/** Milliseconds, pauses included. */
const searchTimeout = 20_000

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
    abortAttempt(modal, searchKey)
    setSearch(modal, { ...noWallets.search, query: search })
    return
  }
  const isRetry = last.status === 'failed' && last.query === search && last.certifiedOnly === certifiedOnly
  const attempt = beginAttempt(modal, { key: searchKey, deadline: searchTimeout })
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
    if (attempt.isLatest()) setSearch(modal, { ...running, status: 'failed', error: reportListError(modal, cause) })
  } finally {
    attempt.end()
  }
}

type FindRequest = { readonly text: string; readonly certifiedOnly: boolean | undefined; readonly signal: AbortSignal }

/** The wallets of the app come before those of the list. */
async function findWallets(modal: Modal, { text, certifiedOnly, signal }: FindRequest): Promise<WalletReply> {
  const question = {
    page: 1,
    entries: walletLimits.search,
    ...(text && { search: text }),
    ...(certifiedOnly && { badge_type: 'certified' as const }),
  }
  const { data } = await queryWalletList(modal, { ...toOfferQuery(modal), ...question, signal })
  const own = queryWallets(modal[internals].options.customWallets, question).data
  const found = [...own, ...data.filter(({ id }) => own.every((wallet) => wallet.id !== id))]
  const offered = found.filter((wallet) => isOffered(modal, wallet)).slice(0, walletLimits.search)
  return { data: offered, count: offered.length }
}

function setSearch(modal: Modal, search: WalletsState['search']): void {
  updateWallets(modal, () => ({ search }))
}

/**
 * Whether the app offers a wallet, whatever a service says: it is one of `customWallets` or of `includeWalletIds`, not one
 * of `excludeWalletIds`, and on a phone there is a link to it.
 */
function isOffered(modal: Modal, wallet: WalletListing): boolean {
  const { customWallets, includeWalletIds, excludeWalletIds } = modal[internals].options
  const { id, mobile_link, link_mode, webapp_link } = wallet
  if (includeWalletIds && !includeWalletIds.includes(id) && !customWallets.includes(wallet)) return false
  if (excludeWalletIds?.includes(id)) return false
  return Boolean(mobile_link ?? link_mode ?? webapp_link) || !isPhone(modal.env.window())
}

/** What every question for wallets to offer has in common. */
function toOfferQuery(modal: Modal): Pick<WalletQuery, 'include' | 'exclude' | 'chains'> {
  const { includeWalletIds, excludeWalletIds } = modal[internals].options
  const chains = modal.getState().networks.map(({ caipNetworkId }) => caipNetworkId)
  return { include: includeWalletIds, exclude: excludeWalletIds, chains }
}
