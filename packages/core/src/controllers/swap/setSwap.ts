import type { Modal } from '../../modal.js'
import { reduceSwap, type SwapEvent } from './reduceSwap.js'
import type { SwapState } from './state.js'
import { updateSwap } from './updateSwap.js'

/** Tells the form of the swap what happened; with `id` only that swap. Gives what it then is. */
export function setSwap(modal: Modal, event: SwapEvent, id?: number | undefined): SwapState | undefined {
  return updateSwap(modal, (swap) => reduceSwap(swap, event), id)
}
