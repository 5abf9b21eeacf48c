import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { internals, type Modal } from '../../modal/modal.js'
import type { Ask } from '../connection/state.js'

/** Notes what a wallet is being asked for; give the result to {@link setAskError}. */
export function startAsk<ask extends Ask>(modal: Modal, ask: ask): ask {
  modal[internals].store.setState((state) => ({ ...state, ask }))
  return ask
}

/** Notes how far the asking has come; a newer one stays as it is. Gives what to go on with. */
export function updateAsk<ask extends Ask>(modal: Modal, ask: ask, changes: Partial<ask>): ask {
  const next = { ...ask, ...changes }
  modal[internals].store.setState((state) => (state.ask === ask ? { ...state, ask: next } : state))
  return next
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
