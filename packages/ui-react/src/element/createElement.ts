import type { LatchkeyModalElement, UiModal } from '../uiModal.js'
import { defineElement } from './defineElement.js'

/** Makes the element of a modal, or null where there is no document. */
export function createElement(modal: UiModal): LatchkeyModalElement | null {
  const document = modal.env.window()?.document
  if (!document) return null
  defineElement()
  const element = document.createElement('latchkey-modal') as LatchkeyModalElement
  element.modal = modal
  return element
}
