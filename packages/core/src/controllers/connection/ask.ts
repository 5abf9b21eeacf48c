import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { internals, type Modal } from '../../modal.js'
import type { Ask } from './state.js'

/** Notes what a wallet is being asked for; give the result to {@link setAskError}. */
export function startAsk(modal: Modal, ask: Ask): Ask {
  modal[internals].store.setState((state) => ({ ...state, ask }))
  return ask
}

/** The asking is over, and went well. */
export function endAsk(modal: Modal, ask: Ask): void {
  modal[internals].store.setState((state) => (state.ask === ask ? { ...state, ask: undefined } : state))
}

/**
 * Notes how the asking failed. A request that the visitor left has nobody to tell, and one that a newer took the place
 * of has nothing to say about that.
 */
export function setAskError(modal: Modal, ask: Ask, { code, shortMessage }: LatchkeyError): void {
  modal[internals].store.setState((state) => {
    if (state.ask !== ask) return state
    if (code === 'ABORTED' || code === 'MODAL_CLOSED') return { ...state, ask: undefined }
    return { ...state, ask: { ...ask, error: { code, message: shortMessage } } }
  })
}
