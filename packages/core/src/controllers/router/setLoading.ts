import { internals, type Modal } from '../../modal.js'

/** Shows that the modal is busy with something that the app does. [S4.8] */
export function setLoading(modal: Modal, loading: boolean): void {
  modal[internals].store.setState((state) => ({ ...state, modal: { ...state.modal, loading } }))
}
