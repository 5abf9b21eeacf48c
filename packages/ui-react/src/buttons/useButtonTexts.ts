import { buttonTexts } from '../i18n/messages/buttons.js'
import { useModalInstance } from '../provider/LatchkeyProvider.js'
import type { UiModal } from '../uiModal.js'

export type ButtonTexts = { readonly [key in keyof typeof buttonTexts]: string }

/** The texts of the buttons, with the app's own words over them. */
export function useButtonTexts(modal?: UiModal | undefined): ButtonTexts {
  return { ...buttonTexts, ...useModalInstance(modal).ui.messages }
}
