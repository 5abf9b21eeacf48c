import type { SwapState } from './state.js'

/** Without what was said of the swap as it was before. */
export function clearSwap(
  { error: _, ...state }: SwapState,
  quote: SwapState['quote'] = { status: 'none' },
): SwapState {
  return { ...state, quote }
}
