import { internals, type Modal } from '../../modal.js'
import type { AccountTab } from './state.js'

/** Which tab of the account is shown; kept until the page is left. */
export function setAccountTab(modal: Modal, accountTab: AccountTab): void {
  modal[internals].store.setState((state) => ({ ...state, accountTab }))
}
