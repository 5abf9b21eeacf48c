import { internals, loadModule, type Modal } from '@latchkey/core'
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
    const { loadLocale } = await loadModule(() => import('./loadLocale.js'))
    await waitForLocale(modal, loadLocale(modal))
  } catch (cause) {
    modal[internals].warn(cause)
  }
}

/** Milliseconds that opening waits for a language. One that takes longer is applied to the open modal. */
const timeout = 1_000

/** Resolves when a language has loaded or failed to load, after a second at the latest, or when the modal is destroyed. */
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
