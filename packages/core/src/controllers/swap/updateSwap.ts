import { internals, type Modal } from '../../modal.js'
import type { SwapState } from './state.js'

/** Puts what `reduce` makes of the swap in its place; with `id` only of that swap. Gives what it then is. */
export function updateSwap(
  modal: Modal,
  reduce: (swap: SwapState | undefined) => SwapState | undefined,
  id?: number | undefined,
): SwapState | undefined {
  const { store } = modal[internals]
  if (id !== undefined && store.getState().swap?.id !== id) return undefined
  store.setState((state) => {
    const swap = reduce(state.swap)
    return swap === state.swap ? state : { ...state, swap }
  })
  return store.getState().swap
}
