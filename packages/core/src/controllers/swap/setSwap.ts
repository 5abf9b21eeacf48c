import { internals, type Modal } from '../../modal.js'
import { reduceSwap, type SwapEvent } from './reduceSwap.js'
import type { SwapState } from './state.js'

/** Tells the swap what happened; with `id` only that swap. Resolves to what it then is. */
export function setSwap(modal: Modal, event: SwapEvent, id?: number | undefined): SwapState | undefined {
  const { store } = modal[internals]
  if (id !== undefined && store.getState().swap?.id !== id) return undefined
  store.setState((state) => {
    const swap = reduceSwap(state.swap, event)
    return swap === state.swap ? state : { ...state, swap }
  })
  return store.getState().swap
}
