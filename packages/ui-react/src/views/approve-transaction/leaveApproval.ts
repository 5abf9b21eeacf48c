import { close, goBack } from '@latchkey/core/controllers'
import type { UiModal } from '../../uiModal.js'

/** Goes back, or closes though a required sign-in is missing: nobody is trapped. What waits is rejected by core, as the view is left. */
export function leaveApproval(modal: UiModal): void {
  if (modal.getState().router.stack.length > 1) goBack(modal)
  else close(modal, { force: true })
}
