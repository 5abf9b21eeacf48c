import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import { ServerError } from '../../errors/services.js'
import { beginAttempt } from '../../modal/attempts.js'
import { internals, type Modal } from '../../modal/modal.js'
import { createHttpClient, toServiceParams } from '../../service/http.js'
import { fetchAssetImage, fetchCurrencyImage, fetchTokenImage, fetchWalletImage } from '../../service/images.js'
import { fetchWallets } from '../../service/wallets.js'
import { lazily, loadModule } from '../../utils/loadModule.js'
import type { WalletQuery, WalletReply } from '../../walletList/queryWallets.js'
import type { RequestError } from '../connection/state.js'
import { showAlert } from '../shell/actions.js'
import type { WalletMemory, WalletSource } from './memory.js'
import type { WalletPage, WalletsState } from './state.js'

/** Milliseconds for loading the chunk and for a request of ten seconds. */
const queryTimeout = 15_000

/** Maximum number of wallets that are kept by id outside the state. */
const maxListings = 2_000

/** Returns the wallet list data of a modal. The source is `services.wallets`, else the bundled list. */
export function getWalletMemory(modal: Modal): WalletMemory {
  const inner = modal[internals]
  const { wallets } = inner.options.services
  inner.wallets ??= {
    loadSource: lazily(async () =>
      wallets === undefined
        ? (await loadModule(() => import('./listSource.js'))).createListSource()
        : createServiceSource(modal, wallets),
    ),
    listings: new Map(),
    images: new Map(),
    seen: new Set(),
    isComplete: false,
    prefetch: undefined,
    reading: undefined,
  }
  return inner.wallets
}

/**
 * Queries the list. Throws `RATE_LIMITED`, `SERVER_ERROR`, `HTTP_STATUS`, `TIMED_OUT` or `ABORTED`. Other failures,
 * e.g. of loading a chunk, are `SERVER_ERROR`.
 */
export async function queryWalletList(
  modal: Modal,
  { signal, ...query }: WalletQuery & { readonly signal?: AbortSignal | undefined },
): Promise<WalletReply> {
  const memory = getWalletMemory(modal)
  const attempt = beginAttempt(modal, { timeout: queryTimeout, signal })
  try {
    const reply = await attempt.race(
      memory.loadSource().then((source) => source.list({ ...query, signal: attempt.signal })),
    )
    for (const wallet of reply.data) memory.listings.set(wallet.id, wallet)
    for (const id of memory.listings.keys()) {
      if (memory.listings.size <= maxListings) break
      memory.listings.delete(id)
    }
    return reply
  } catch (cause) {
    throw isLatchkeyError(cause) ? cause : new ServerError({ cause, details: 'The wallet list could not be loaded.' })
  } finally {
    attempt.end()
  }
}

/** Alerts the developer that the list failed [S8.26, S8.27]. Returns the error for the state. Loaded wallets stay. */
export function reportListError(modal: Modal, cause: unknown): RequestError {
  const error = isLatchkeyError(cause) ? cause : new ServerError({ cause })
  modal[internals].warn(error)
  showAlert(modal, error)
  return { code: error.code, message: error.shortMessage }
}

/** Updates `wallets.all` and clears its error. */
export function updateAll(modal: Modal, change: Partial<WalletPage>): void {
  updateWallets(modal, ({ all }) => ({ all: { ...all, error: undefined, ...change } }))
}

/** Updates the wallets in the state. Does nothing after the end of the modal. */
export function updateWallets(modal: Modal, change: (wallets: WalletsState) => Partial<WalletsState>): void {
  const { signal, store } = modal[internals]
  if (!signal.aborted)
    store.setState((state) => ({ ...state, wallets: { ...state.wallets, ...change(state.wallets) } }))
}

const imageFetchers = {
  wallet: fetchWalletImage,
  asset: fetchAssetImage,
  token: fetchTokenImage,
  currency: fetchCurrencyImage,
} as const

/** Creates a source from a service of the app's choice, over HTTP. */
function createServiceSource(modal: Modal, baseUrl: string): WalletSource {
  const client = createHttpClient({ baseUrl, env: modal.env, params: () => toServiceParams(modal) })
  return {
    list: (query) => fetchWallets(client, query),
    fetchImage: ({ kind, ...request }) => imageFetchers[kind](client, request),
  }
}
