import { internals, type Modal } from '../../modal.js'
import { reduceSiwx, type SiwxEvent } from './reduceSiwx.js'

/** Tells the state what happened to the sign-in. */
export function setSiwx(modal: Modal, event: SiwxEvent): void {
  modal[internals].store.setState((state) => {
    const siwx = reduceSiwx(state.siwx, event)
    return siwx === state.siwx ? state : { ...state, siwx }
  })
}
