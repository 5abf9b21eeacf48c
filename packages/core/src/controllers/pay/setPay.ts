import { internals, type Modal } from '../../modal.js'
import { type PayEvent, reducePay } from './reducePay.js'
import type { PayState } from './state.js'

/** Tells the payment what happened; with `id` only that one. Gives what it then is. */
export function setPay(modal: Modal, event: PayEvent, id?: number | undefined): PayState | undefined {
  const { store } = modal[internals]
  if (id !== undefined && store.getState().pay?.id !== id) return undefined
  store.setState((state) => {
    const pay = reducePay(state.pay, event)
    return pay === state.pay ? state : { ...state, pay }
  })
  return store.getState().pay
}
