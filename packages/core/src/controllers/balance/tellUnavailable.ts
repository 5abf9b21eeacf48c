import type { Modal } from '../../modal.js'
import { showToast } from '../toast/showToast.js'

/** Says that the balance could not be read. [S8.1] */
export function tellUnavailable(modal: Modal): void {
  showToast(modal, { variant: 'error', message: { code: 'BALANCE_UNAVAILABLE' } })
}
