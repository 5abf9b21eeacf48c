import type { UiModal } from '../../uiModal.js'

/** Host, and port where there is one, as the address bar says. */
export function getDomain(modal: UiModal): string {
  return modal.env.window()?.location.host ?? ''
}
