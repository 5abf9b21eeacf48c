import { internals, type Modal } from '../../modal.js'
import { hasTimer, setTimer } from '../../timers.js'
import { hideToast } from './hideToast.js'
import { type Toast, toastDelays } from './state.js'

/** Shows a message. One that is open is hidden first; the new one follows 150 ms later. [S2.22] */
export function showToast(modal: Modal, toast: Toast): void {
  const { store } = modal[internals]
  const show = (): void => {
    store.setState((state) => ({ ...state, toast }))
    if (toast.variant !== 'loading') setTimer(modal, 'toast', () => hideToast(modal), toastDelays.hide)
  }
  const wasOpen = store.getState().toast !== undefined || hasTimer(modal, 'toast')
  hideToast(modal)
  if (wasOpen) setTimer(modal, 'toast', show, toastDelays.replace)
  else show()
}
