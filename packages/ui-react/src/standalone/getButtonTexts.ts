import type { ButtonTexts } from '../buttons/useButtonTexts.js'
import { buttonTexts } from '../i18n/messages/buttons.js'
import type { UiModal } from '../uiModal.js'

/** The texts of the buttons, in the language of the modal, with the app's own words over them. */
export function getButtonTexts({ ui, getState }: UiModal): ButtonTexts {
  return { ...buttonTexts, ...(getState().locale ? ui.texts : ui.messages) }
}
