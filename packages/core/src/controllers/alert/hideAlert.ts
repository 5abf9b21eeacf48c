import { internals, type Modal } from '../../modal.js'

export function hideAlert(modal: Modal): void {
  modal[internals].store.setState((state) => ({ ...state, alert: undefined }))
}
