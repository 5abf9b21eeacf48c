import type { Modal } from '../../modal.js'
import { close } from '../router/close.js'
import { getRoute } from '../router/getRoute.js'
import { pop } from '../router/navigate.js'
import { emailUpdateViews } from './isEmailUpdateShown.js'

/** Back to what led to the change of email; closed where that was outside. */
export function leaveEmailUpdate(modal: Modal): void {
  while (emailUpdateViews.includes(getRoute(modal.getState()).view)) {
    if (pop(modal)) continue
    close(modal)
    return
  }
}
