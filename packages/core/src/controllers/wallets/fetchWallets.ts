import { internals, type Modal } from '../../modal.js'
import { assertStarted } from '../connection/assertStarted.js'
import { askWalletList } from './askWalletList.js'
import { failList } from './failList.js'
import { getWalletMemory } from './getWalletMemory.js'
import { isOffered } from './isOffered.js'
import { walletLimits } from './limits.js'
import { prefetchWallets } from './prefetchWallets.js'
import type { WalletListing } from './state.js'
import { toOfferQuery } from './toOfferQuery.js'
import { updateAll } from './updateAll.js'

/** Pages that one call reads at most, where none of their wallets is offered here, as on a phone. */
const mostPages = 5

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
    await readNew(modal)
  } catch (cause) {
    if (!modal[internals].signal.aborted) updateAll(modal, { status: 'failed', error: failList(modal, cause) })
  }
}

async function readNew(modal: Modal): Promise<void> {
  const { seen } = getWalletMemory(modal)
  for (let tries = 1; ; tries++) {
    const { all } = modal.getState().wallets
    const page = all.page + 1
    const known = page === 1 ? toOwn(modal) : all.wallets
    for (const { id } of known) seen.add(id)
    const offer = toOfferQuery(modal)
    const exclude = [...(offer.exclude ?? []), ...(modal[internals].options.featuredWalletIds ?? [])]
    const reply = await askWalletList(modal, { ...offer, exclude, page, entries: walletLimits.page })
    const fresh = reply.data.filter((wallet) => isNew(seen, wallet) && isOffered(modal, wallet))
    const wallets = [...known, ...fresh]
    const isLast = page * walletLimits.page >= reply.count || (fresh.length === 0 && tries === mostPages)
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
function toOwn(modal: Modal): readonly WalletListing[] {
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
