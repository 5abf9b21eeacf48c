import type { SwapToken } from '../../api/blockchain/types.js'
import { clearSwap } from './clearSwap.js'
import { fitSwap } from './fitSwap.js'
import { isSameToken } from './isSameToken.js'
import type { SwapSide, SwapState } from './state.js'

/** The swap with a token on one side; that of the other side changes places with it. Only of a form. */
export function takeSwapToken(
  swap: SwapState | undefined,
  { side, token }: { readonly side: SwapSide; readonly token: SwapToken },
): SwapState | undefined {
  if (swap?.step !== 'form') return swap
  const other = side === 'from' ? 'to' : 'from'
  const before = swap[other]
  const isOther = before !== undefined && isSameToken(before, token)
  return fitSwap({ ...clearSwap(swap), [side]: token, [other]: isOther ? swap[side] : before })
}
