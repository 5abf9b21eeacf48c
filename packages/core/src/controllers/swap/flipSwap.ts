import type { Modal } from '../../modal.js'
import { fetchSwapQuote } from './fetchSwapQuote.js'
import { setSwap } from './setSwap.js'

/** Swaps the other way round. */
export function flipSwap(modal: Modal): void {
  setSwap(modal, { type: 'flipped' })
  void fetchSwapQuote(modal)
}
