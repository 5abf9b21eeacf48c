import { internals, type Modal } from '../../modal.js'

/** The tabs of the account: tokens, NFTs, activity. [S2.15] */
export type AccountTab = 0 | 1 | 2

/** Which tab of the account is shown; kept until the page is left. */
export function setAccountTab(modal: Modal, accountTab: AccountTab): void {
  modal[internals].store.setState((state) => ({ ...state, accountTab }))
}
