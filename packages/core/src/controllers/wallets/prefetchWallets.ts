import { internals, type Modal } from '../../modal.js'
import { assertStarted } from '../connection/assertStarted.js'
import { askWalletList } from './askWalletList.js'
import { failList } from './failList.js'
import { getRecentWalletIds } from './getRecentWalletIds.js'
import { getWalletMemory } from './getWalletMemory.js'
import { isOffered } from './isOffered.js'
import { walletLimits } from './limits.js'
import type { WalletListing } from './state.js'
import { toOfferQuery } from './toOfferQuery.js'
import { updateAll } from './updateAll.js'
import { updateWallets } from './updateWallets.js'

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
    if (!modal[internals].signal.aborted) updateAll(modal, { status: 'failed', error: failList(modal, cause) })
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
    askByIds(modal, [...new Set([...(featuredWalletIds ?? []), ...recentIds, ...excludeWalletIds])]),
    askWalletList(modal, { ...offer, exclude, page: 1, entries: size }),
    featuredWalletIds ? undefined : askWalletList(modal, { ...offer, page: 2, entries: size }),
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

async function askByIds(modal: Modal, ids: readonly string[]): Promise<ReadonlyMap<string, WalletListing>> {
  const size = walletLimits.search
  const parts = Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  )
  const replies = await Promise.all(
    parts.map((include) => askWalletList(modal, { page: 1, entries: include.length, include })),
  )
  return new Map(replies.flatMap(({ data }) => data).map((wallet) => [wallet.id, wallet]))
}
