import { toHoldings } from '../../api/blockchain/toHoldings.js'
import type { Holdings } from '../../api/blockchain/types.js'
import { readCached, storeCached } from '../../cached.js'
import type { Modal } from '../../modal.js'
import { type CaipNetworkId, parseCaipNetworkId } from '../../utils/caip.js'
import { getLiveConnections } from '../connection/getLiveConnections.js'
import { portfolioLimits } from './state.js'

export type StoredHoldings = {
  readonly holdings: Holdings
  /** Milliseconds since the service was asked. */
  readonly age: number
}

/** What an address held when it was last asked, in this visit or the last, as long as that is fresh. [S3.23] */
export function readStoredHoldings(modal: Modal, key: string): StoredHoldings | undefined {
  const known = readCached(modal, 'portfolios', key, portfolioLimits)
  try {
    return known && { holdings: toHoldings(modal, known.value), age: known.age }
  } catch {
    return undefined // written by something else: asked for anew
  }
}

/**
 * Keeps what the service said when it was asked `at`, in milliseconds since the epoch, of an account that is still connected: what
 * was known of others went with them.
 */
export function storeHoldings(
  modal: Modal,
  { address, caipNetworkId }: { readonly address: string; readonly caipNetworkId: CaipNetworkId },
  reply: unknown,
  at: number,
): void {
  const namespace = parseCaipNetworkId(caipNetworkId)?.namespace
  const live = namespace ? getLiveConnections(modal.getState(), namespace) : []
  if (live.some(({ accounts }) => accounts.some((account) => account.address === address)))
    storeCached(modal, 'portfolios', `${caipNetworkId}:${address}`, reply, { ...portfolioLimits, at })
}
