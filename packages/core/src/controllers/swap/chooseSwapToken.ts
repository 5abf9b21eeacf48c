import type { SwapToken } from '../../api/blockchain/types.js'
import type { Modal } from '../../modal.js'
import { fetchSwapQuote } from './fetchSwapQuote.js'
import type { SwapSide } from './state.js'
import { takeSwapToken } from './takeSwapToken.js'
import { updateSwap } from './updateSwap.js'

/** Takes a token for one side; that of the other side changes places with it. */
export function chooseSwapToken(modal: Modal, choice: { side: SwapSide; token: SwapToken }): void {
  updateSwap(modal, (swap) => takeSwapToken(swap, choice))
  void fetchSwapQuote(modal)
}
