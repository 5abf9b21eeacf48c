import { fetchTokenBalances } from '../../api/blockchain/fetchTokenBalances.js'
import type { Holdings } from '../../api/blockchain/types.js'
import { internals, type Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { type HoldingsRead, portfolioLimits } from './state.js'

export type ReadHoldingsRequest = {
  readonly address: string
  readonly caipNetworkId: CaipNetworkId
  /** Asks again although the last answer is still fresh; joins one who asks so already. */
  readonly force?: boolean | undefined
}

/**
 * What an address holds on one network, from the service: asked once for all who want it, kept for 30 s [S7.12, S9.2].
 * A failure is not kept. Ends with the modal; throws as `callBlockchain` does.
 */
export function readHoldings(modal: Modal, request: ReadHoldingsRequest): Promise<Holdings> {
  const { address, caipNetworkId, force = false } = request
  const inner = modal[internals]
  inner.holdings ??= new Map()
  const { holdings, signal } = inner
  const key = `${caipNetworkId}:${address}`
  const now = modal.env.now()
  for (const [id, { startedAt }] of holdings) if (now - startedAt >= portfolioLimits.cache) holdings.delete(id)
  const known = holdings.get(key)
  if (known && (!force || (known.isForced && !known.isDone))) return known.result

  const result = fetchTokenBalances(modal, { address, caipNetworkId, forceUpdate: force, signal })
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
