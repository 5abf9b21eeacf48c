import { internals, loadModule } from '@latchkey/core'
import type { UiModal } from '../uiModal.js'
import type { LocaleChoice } from './locale.js'

/**
 * Changes the language of a modal, its buttons, numbers and dates. Resolves once it is shown, or after a second. A language
 * that cannot be loaded falls back to English, with a warning: never rejects.
 *
 * @example
 * await setLocale(modal, 'pt-BR')
 */
export async function setLocale(modal: UiModal, locale: LocaleChoice): Promise<void> {
  modal.ui.locale = locale
  try {
    const { loadLocale, waitForLocale } = await loadModule(() => import('./loadLocale.js'))
    await waitForLocale(modal, loadLocale(modal))
  } catch (cause) {
    modal[internals].warn(cause)
  }
}
