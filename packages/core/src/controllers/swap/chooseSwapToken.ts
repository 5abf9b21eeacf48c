import type { SwapToken } from '../../api/blockchain/types.js'
import type { Modal } from '../../modal.js'
import { fetchSwapQuote } from './fetchSwapQuote.js'
import { setSwap } from './setSwap.js'
import type { SwapSide } from './state.js'

/** Takes a token for one side; that of the other side changes places with it. */
export function chooseSwapToken(modal: Modal, { side, token }: { side: SwapSide; token: SwapToken }): void {
  setSwap(modal, { type: 'chosen', side, token })
  void fetchSwapQuote(modal)
}
