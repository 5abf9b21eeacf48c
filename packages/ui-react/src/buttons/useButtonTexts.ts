import { useModalValue } from '../hooks/useModalValue.js'
import { buttonTexts } from '../i18n/messages/buttons.js'
import { useModalInstance } from '../provider/LatchkeyProvider.js'
import type { UiModal } from '../uiModal.js'

export type ButtonTexts = { readonly [key in keyof typeof buttonTexts]: string }

/** The texts of the buttons, in the language of the modal, with the app's own words over them. */
export function useButtonTexts(modal?: UiModal | undefined): ButtonTexts {
  const { ui } = useModalInstance(modal)
  // of the state, as what a server has rendered is English until the page has taken it over
  return { ...buttonTexts, ...useModalValue(({ locale }) => (locale ? ui.texts : ui.messages), modal) }
}
