import { internals, loadModule, type Modal } from '@latchkey/core'
import type { UiModal } from '../uiModal.js'
import type { LocaleChoice } from './locale.js'

/**
 * Changes the language of a modal, its buttons, numbers and dates. Resolves once it is shown, or after a second. What cannot
 * be loaded is English, with a warning: never rejects.
 *
 * @example
 * await setLocale(modal, 'pt-BR')
 */
export async function setLocale(modal: UiModal, locale: LocaleChoice): Promise<void> {
  modal.ui.locale = locale
  try {
    const { loadLocale } = await loadModule(() => import('./loadLocale.js'))
    await waitForLocale(modal, loadLocale(modal))
  } catch (cause) {
    modal[internals].warn(cause)
  }
}

/** How long opening waits for a language, in milliseconds. One that takes longer comes into the open modal. */
const timeout = 1_000

/** Resolves when a language has loaded or failed to, after a second at the latest, and with the end of the modal. */
export function waitForLocale({ env, [internals]: { signal } }: Modal, loading: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = env.setTimeout(end, timeout)
    signal.addEventListener('abort', end)
    loading.then(end, end)
  })
}
