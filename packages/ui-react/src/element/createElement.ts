import type { LatchkeyModalElement, UiModal } from '../uiModal.js'

/** Makes the element of a modal, or null where there is no document. It is defined when it is first needed. */
export function createElement(modal: UiModal): LatchkeyModalElement | null {
  const document = modal.env.window()?.document
  return document ? Object.assign(document.createElement('latchkey-modal'), { modal }) : null
}
