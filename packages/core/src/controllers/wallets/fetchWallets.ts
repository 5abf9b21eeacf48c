import { isPhone } from '../../links/host.js'
import { abortAttempt, assertStarted, beginAttempt } from '../../modal/attempts.js'
import { internals, type Modal } from '../../modal/modal.js'
import { noWallets } from '../../modal/startState.js'
import { pause } from '../../rpc/wait.js'
import { queryWallets, type WalletQuery, type WalletReply } from '../../walletList/queryWallets.js'
import { getRecentWalletIds, getWalletListing } from './connectors.js'
import { getWalletMemory, queryWalletList, reportListError, updateAll, updateWallets } from './source.js'
import { type WalletListing, type WalletsState, walletDelays, walletLimits } from './state.js'

/** Maximum number of pages per call if none of their wallets is offered here, e.g. on a phone. */
const maxPages = 5

export type FetchWalletListingRequest = { readonly walletId: string; readonly signal?: AbortSignal | undefined }

export type SearchWalletsRequest = {
  /** Part of a name. Fewer than two characters find nothing. */
  readonly query: string
  /** Only wallets with the badge `certified`; the query may then be empty. */
  readonly certifiedOnly?: boolean | undefined
}

type FindRequest = { readonly text: string; readonly certifiedOnly: boolean | undefined; readonly signal: AbortSignal }

const searchKey = 'wallets:search'

/** Timeout of a search in milliseconds, including its delays. */
const searchTimeout = 20_000

/**
 * Loads the next page of 40 wallets into `wallets.all` [S9.13]. Listed wallets keep their positions, and none is listed
 * twice. Concurrent calls share one promise. After the last page it does nothing, and `count` is the number of listed
 * wallets. Never rejects: errors are in `wallets.all.error`, and the next call retries.
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

/**
 * Loads what the first view shows of the list into the state: the featured wallets (`featuredWalletIds` in their order,
 * or the first four of the list), four recommended ones, recently paired ones, those of `walletGroups`, excluded ones, and
 * the total count [S9.13]. Loads once: later calls share the promise, until it fails. Never rejects: errors are in
 * `wallets.all.error` and alerted as 'Server Error' or 'Rate Limited'. Loaded wallets stay.
 */
export async function prefetchWallets(modal: Modal): Promise<void> {
  assertStarted(modal)
  if (!modal[internals].options.enableWallets) return
  const memory = getWalletMemory(modal)
  memory.prefetch ??= readFirst(modal).catch((cause: unknown) => {
    memory.prefetch = undefined
    if (modal[internals].signal.aborted) return
    updateAll(modal, { status: 'failed', error: reportListError(modal, cause) })
    updateWallets(modal, () => ({ isReady: true }))
  })
  return memory.prefetch
}

/**
 * Searches the list by name into `wallets.search`, with at most 100 results. Waits until the user hasn't typed for half
 * a second, and takes at least 300 ms [S9.13, S9.15]. A newer call replaces a running one, whose result is dropped.
 * Repeating a failed search retries at once. Never rejects: errors are in `wallets.search.error`.
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
  const attempt = beginAttempt(modal, { key: searchKey, timeout: searchTimeout })
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

/**
 * Returns a wallet by its id or reverse domain name, immediately if it is known, else from the list; undefined if it
 * doesn't exist. Throws the errors of the list: `RATE_LIMITED`, `SERVER_ERROR`, `HTTP_STATUS`, `TIMED_OUT` or
 * `ABORTED`.
 */
export async function fetchWalletListing(
  modal: Modal,
  { walletId, signal }: FetchWalletListingRequest,
): Promise<WalletListing | undefined> {
  assertStarted(modal)
  const known = getWalletListing(modal, walletId)
  if (known) return known
  const { data } = await queryWalletList(modal, { page: 1, entries: 1, include: [walletId], signal })
  // what reads `getWalletListing`, such as the title of a view, reads it again
  updateWallets(modal, () => ({}))
  return data.find(({ id, rdns }) => id === walletId || rdns === walletId)
}

async function readPage(modal: Modal): Promise<void> {
  updateAll(modal, { status: 'loading' })
  await prefetchWallets(modal)
  if (getWalletMemory(modal).prefetch === undefined) return
  try {
    await readNextPage(modal)
  } catch (cause) {
    if (modal[internals].signal.aborted) return
    updateAll(modal, { status: 'failed', error: reportListError(modal, cause) })
    updateWallets(modal, () => ({ isReady: true }))
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
      // higher than the number of listed wallets until the last page
      count: isLast ? wallets.length : Math.max(all.count, wallets.length + 1),
      status: isDone ? 'ready' : 'loading',
    })
    if (isDone) return
  }
}

/** Returns the wallets before the first page: the app's custom wallets, then its featured ones. */
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

async function readFirst(modal: Modal): Promise<void> {
  const { customWallets, excludeWalletIds = [], featuredWalletIds, walletGroups = [] } = modal[internals].options
  const groupedIds = walletGroups.flatMap(({ wallets }) => wallets)
  const recentIds = getRecentWalletIds(modal.getState())
  const offer = toOfferQuery(modal)
  const exclude = featuredWalletIds ? [...excludeWalletIds, ...featuredWalletIds] : offer.exclude
  const { featured: size } = walletLimits

  const [named, first, second] = await Promise.all([
    fetchByIds(modal, [...new Set([...(featuredWalletIds ?? []), ...recentIds, ...excludeWalletIds, ...groupedIds])]),
    queryWalletList(modal, { ...offer, exclude, page: 1, entries: size }),
    featuredWalletIds ? undefined : queryWalletList(modal, { ...offer, page: 2, entries: size }),
  ])
  const findAll = (ids: readonly string[]): readonly WalletListing[] => ids.flatMap((id) => named.get(id) ?? [])
  const offered = (wallets: readonly WalletListing[] = []): readonly WalletListing[] =>
    wallets.filter((wallet) => isOffered(modal, wallet))
  const featured = featuredWalletIds && offered(findAll(featuredWalletIds))
  updateWallets(modal, ({ all }) => ({
    isReady: true,
    featured: featured ?? offered(first.data.slice(0, size)),
    grouped: offered(findAll(groupedIds)),
    recommended: offered((second ?? first).data.slice(0, walletLimits.recommended)),
    recent: offered(findAll(recentIds)),
    excluded: findAll(excludeWalletIds),
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

/** Returns wallets of the list by id, and by reverse domain name. */
async function fetchByIds(modal: Modal, ids: readonly string[]): Promise<ReadonlyMap<string, WalletListing>> {
  const size = walletLimits.search
  const parts = Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  )
  const replies = await Promise.all(
    parts.map((include) => queryWalletList(modal, { page: 1, entries: include.length, include })),
  )
  const found = replies.flatMap(({ data }) => data)
  return new Map([
    ...found.flatMap((wallet) => (wallet.rdns === undefined ? [] : [[wallet.rdns, wallet] as const])),
    ...found.map((wallet) => [wallet.id, wallet] as const),
  ])
}

/** Searches custom wallets first, then the list. */
async function findWallets(modal: Modal, { text, certifiedOnly, signal }: FindRequest): Promise<WalletReply> {
  const query = {
    page: 1,
    entries: walletLimits.search,
    ...(text && { search: text }),
    ...(certifiedOnly && { badge_type: 'certified' as const }),
  }
  const { data } = await queryWalletList(modal, { ...toOfferQuery(modal), ...query, signal })
  const own = queryWallets(modal[internals].options.customWallets, query).data
  const found = [...own, ...data.filter(({ id }) => own.every((wallet) => wallet.id !== id))]
  const offered = found.filter((wallet) => isOffered(modal, wallet)).slice(0, walletLimits.search)
  return { data: offered, count: offered.length }
}

function setSearch(modal: Modal, search: WalletsState['search']): void {
  updateWallets(modal, () => ({ search }))
}

/**
 * Whether the app offers a wallet, whatever a service returns: it is one of `customWallets` or `includeWalletIds` (if
 * set), not one of `excludeWalletIds`, and on a phone there is a link to it.
 */
function isOffered(modal: Modal, wallet: WalletListing): boolean {
  const { customWallets, includeWalletIds, excludeWalletIds } = modal[internals].options
  const { id, mobile_link, link_mode, webapp_link } = wallet
  if (includeWalletIds && !includeWalletIds.includes(id) && !customWallets.includes(wallet)) return false
  if (excludeWalletIds?.includes(id)) return false
  return Boolean(mobile_link ?? link_mode ?? webapp_link) || !isPhone(modal.env.window())
}

/** Returns the parameters that all queries for offered wallets share. */
function toOfferQuery(modal: Modal): Pick<WalletQuery, 'include' | 'exclude' | 'chains'> {
  const { includeWalletIds, excludeWalletIds } = modal[internals].options
  const chains = modal.getState().networks.map(({ caipNetworkId }) => caipNetworkId)
  return { include: includeWalletIds, exclude: excludeWalletIds, chains }
}
