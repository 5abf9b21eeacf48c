import { beginAttempt } from '../../attempts.js'
import { nameFault } from '../../errors/nameFault.js'
import { SwapNotSupportedError } from '../../errors/swap.js'
import type { Modal } from '../../modal.js'
import { deadlines } from '../connection/state.js'
import { fetchSwapQuote } from './fetchSwapQuote.js'
import { readSwapTokens } from './readSwapTokens.js'
import { setSwap } from './setSwap.js'
import { toSwapFault } from './toSwapFault.js'
import { withNative } from './withNative.js'

/** Reads what can be swapped on the network of the swap. Never rejects: a fault is in `swap.error`, and the next call tries again. */
export async function loadSwap(modal: Modal): Promise<void> {
  const swap = setSwap(modal, { type: 'listing' })
  if (swap?.list !== 'loading') return fetchSwapQuote(modal)
  const { id, caipNetworkId } = swap
  const attempt = beginAttempt(modal, { key: 'swap-list', deadline: deadlines.read })
  try {
    const found = await attempt.race(readSwapTokens(modal, { caipNetworkId, signal: attempt.signal }))
    const own = found.filter((token) => token.caipNetworkId === caipNetworkId)
    if (own.length === 0) throw new SwapNotSupportedError({ details: caipNetworkId })
    const network = modal.getState().networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
    setSwap(modal, { type: 'listed', tokens: network ? withNative(own, network) : own }, id)
    await fetchSwapQuote(modal)
  } catch (cause) {
    const error = toSwapFault(await nameFault(cause))
    if (attempt.isLatest()) setSwap(modal, { type: 'listFailed', error }, id)
  } finally {
    attempt.end()
  }
}
