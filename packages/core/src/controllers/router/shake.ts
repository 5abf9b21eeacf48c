import { internals, type Modal } from '../../modal.js'
import { setTimer } from '../../timers.js'
import { shakeDuration } from './state.js'

/** Says no: the modal shakes for 500 ms. [S2.21] */
export function shake(modal: Modal): void {
  if (modal.getState().modal.shake) return
  setShake(modal, true)
  setTimer(modal, 'shake', () => setShake(modal, false), shakeDuration)
}

function setShake(modal: Modal, isShaking: boolean): void {
  modal[internals].store.setState((state) => ({ ...state, modal: { ...state.modal, shake: isShaking } }))
}
