import { internals, type Modal } from '../../modal.js'
import { clearTimer } from '../../timers.js'

export function hideToast(modal: Modal): void {
  clearTimer(modal, 'toast')
  modal[internals].store.setState((state) => (state.toast ? { ...state, toast: undefined } : state))
}
