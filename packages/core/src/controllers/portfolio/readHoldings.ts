import { fetchHoldings } from '../../api/blockchain/fetchHoldings.js'
import { toHoldings } from '../../api/blockchain/toHoldings.js'
import { internals, type Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { type HoldingsRead, type KnownHoldings, portfolioLimits } from './state.js'
import { readStoredHoldings, storeHoldings } from './storedHoldings.js'

export type ReadHoldingsRequest = {
  readonly address: string
  readonly caipNetworkId: CaipNetworkId
  /** Asks again although the last answer is still fresh; joins one who asks so already. */
  readonly force?: boolean | undefined
}

/**
 * What an address holds on one network, from the service: asked once for all who want it, kept for 30 s [S7.12, S9.2],
 * also between visits [S3.23]. A failure is not kept. Ends with the modal; throws as `callBlockchain` does.
 */
export function readHoldings(modal: Modal, request: ReadHoldingsRequest): Promise<KnownHoldings> {
  const { address, caipNetworkId, force = false } = request
  const inner = modal[internals]
  inner.holdings ??= new Map()
  const { holdings, signal } = inner
  const key = `${caipNetworkId}:${address}`
  const now = modal.env.now()
  for (const [id, { startedAt }] of holdings) if (now - startedAt >= portfolioLimits.cache) holdings.delete(id)
  const known = holdings.get(key)
  if (known && (!force || (known.isForced && !known.isDone))) return known.result

  const stored = force || known ? undefined : readStoredHoldings(modal, key)
  if (stored) {
    const askedAt = now - stored.age
    const result = Promise.resolve({ ...stored.holdings, askedAt })
    holdings.set(key, { startedAt: askedAt, isForced: false, isDone: true, result })
    return result
  }

  const result = fetchHoldings(modal, { address, caipNetworkId, forceUpdate: force, signal }).then((reply) => {
    const answer = toHoldings(modal, reply)
    storeHoldings(modal, request, reply, now)
    return { ...answer, askedAt: now }
  })
  const read: HoldingsRead = { startedAt: now, isForced: force, isDone: false, result }
  holdings.set(key, read)
  result.then(
    () => {
      read.isDone = true
    },
    () => {
      if (holdings.get(key) === read) holdings.delete(key)
    },
  )
  return result
}
