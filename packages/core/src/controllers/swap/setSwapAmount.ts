import type { Modal } from '../../modal.js'
import { setTimer } from '../../timers.js'
import { fetchSwapQuote } from './fetchSwapQuote.js'
import { setSwap } from './setSwap.js'
import { swapLimits } from './state.js'

/** Takes what was typed as the amount to give; asks for its price 200 ms after the last key. */
export function setSwapAmount(modal: Modal, amount: string): void {
  setSwap(modal, { type: 'typed', amount: amount.trim() })
  setTimer(modal, 'swap-typed', () => void fetchSwapQuote(modal), swapLimits.debounce)
}
