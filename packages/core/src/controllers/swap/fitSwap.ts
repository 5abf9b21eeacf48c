import { cutDecimals } from './cutDecimals.js'
import type { SwapState } from './state.js'

/** The swap with an amount that has no more decimals than its token. */
export function fitSwap(swap: SwapState): SwapState {
  return swap.from ? { ...swap, amount: cutDecimals(swap.amount, swap.from.decimals) } : swap
}
