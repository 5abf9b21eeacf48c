import type { Modal } from '../../modal.js'
import { reduceSwapStep, type SwapStepEvent } from './reduceSwapStep.js'
import type { SwapState } from './state.js'
import { updateSwap } from './updateSwap.js'

/** Tells the swap with this `id`, if that is still the one, what became of it. Gives what it then is. */
export function setSwapStep(modal: Modal, event: SwapStepEvent, id: number): SwapState | undefined {
  return updateSwap(modal, (swap) => swap && reduceSwapStep(swap, event), id)
}
