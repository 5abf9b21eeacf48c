import { internals, type Modal } from '../../modal.js'
import { reduceSend, type SendEvent } from './reduceSend.js'
import type { SendState } from './state.js'

/** Tells the transfer what happened; with `id` only that one. Gives what it then is. */
export function setSend(modal: Modal, event: SendEvent, id?: number | undefined): SendState | undefined {
  const { store } = modal[internals]
  if (id !== undefined && store.getState().send?.id !== id) return undefined
  store.setState((state) => {
    const send = reduceSend(state.send, event)
    return send === state.send ? state : { ...state, send }
  })
  return store.getState().send
}
