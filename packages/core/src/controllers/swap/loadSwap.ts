import type { Modal } from '../../modal.js'
import { attemptSwap } from './attemptSwap.js'
import { fetchSwapQuote } from './fetchSwapQuote.js'
import { readSwapTokens } from './readSwapTokens.js'
import { setSwap } from './setSwap.js'
import type { SwapFault } from './state.js'
import { withNative } from './withNative.js'

/** Reads what can be swapped on the network of the swap. Never rejects: a fault is in `swap.error`, and the next call tries again. */
export async function loadSwap(modal: Modal): Promise<void> {
  const swap = setSwap(modal, { type: 'listing' })
  if (swap?.list !== 'loading') return fetchSwapQuote(modal)
  const { id, caipNetworkId } = swap
  const fail = (error: SwapFault): void => void setSwap(modal, { type: 'listFailed', error }, id)
  return attemptSwap(
    modal,
    'swap-list',
    async (attempt) => {
      const found = await attempt.race(readSwapTokens(modal, { caipNetworkId, signal: attempt.signal }))
      const own = found.filter((token) => token.caipNetworkId === caipNetworkId)
      if (own.length === 0) return fail({ code: 'SWAP_NOT_SUPPORTED', message: caipNetworkId })
      const network = modal.getState().networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
      setSwap(modal, { type: 'listed', tokens: network ? withNative(own, network) : own }, id)
      await fetchSwapQuote(modal)
    },
    fail,
  )
}
