import { internals, type Modal } from '../../modal.js'
import type { SendState } from './state.js'

/** Puts what `reduce` makes of the transfer in its place; with `id` only of that one. Gives what it then is. */
export function updateSend(
  modal: Modal,
  reduce: (send: SendState | undefined) => SendState | undefined,
  id?: number | undefined,
): SendState | undefined {
  const { store } = modal[internals]
  if (id !== undefined && store.getState().send?.id !== id) return undefined
  store.setState((state) => {
    const send = reduce(state.send)
    return send === state.send ? state : { ...state, send }
  })
  return store.getState().send
}
