import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { internals, type Modal } from '../../modal/modal.js'
import type { Ask } from '../connection/state.js'

/**
 * Records a request to a wallet in the state. Pass the result to {@link updateAsk}, {@link endAsk} or {@link
 * setAskError}.
 */
export function startAsk<ask extends Ask>(modal: Modal, ask: ask): ask {
  modal[internals].store.setState((state) => ({ ...state, ask }))
  return ask
}

/** Updates a request unless a newer one replaced it. Returns the updated request. */
export function updateAsk<ask extends Ask>(modal: Modal, ask: ask, changes: Partial<ask>): ask {
  const next = { ...ask, ...changes }
  modal[internals].store.setState((state) => (state.ask === ask ? { ...state, ask: next } : state))
  return next
}

/** Removes a successful request. */
export function endAsk(modal: Modal, ask: Ask): void {
  modal[internals].store.setState((state) => (state.ask === ask ? { ...state, ask: undefined } : state))
}

/**
 * Records the error of a request. A request that the user left is removed instead, and a request that a newer one
 * replaced doesn't change the newer one.
 */
export function setAskError(modal: Modal, ask: Ask, { code, shortMessage }: LatchkeyError): void {
  modal[internals].store.setState((state) => {
    if (state.ask !== ask) return state
    if (code === 'ABORTED' || code === 'MODAL_CLOSED') return { ...state, ask: undefined }
    return { ...state, ask: { ...ask, error: { code, message: shortMessage } } }
  })
}
