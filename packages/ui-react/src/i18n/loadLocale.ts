import { internals, loadModule } from '@latchkey/core'
import type { UiModal } from '../uiModal.js'
import { type Locale, locales, pickLocale, toDirection } from './locale.js'
import type { Messages } from './messages/keys.js'

/**
 * Loads the texts of `modal.ui.locale` and shows them, with the app's own over them. Falls back to English with a warning
 * if the language is unknown or does not load. A newer choice wins. Resolves once they are shown. Never rejects.
 */
export async function loadLocale(modal: UiModal, loaders: LocaleLoaders = localeLoaders): Promise<void> {
  const { store, warn } = modal[internals]
  const { ui } = modal
  const { locale: choice = 'en' } = ui
  let locale = choice === 'auto' ? pickLocale(modal.env.window()?.navigator.languages ?? []) : choice
  let texts = {}
  try {
    if (!locales.includes(locale)) throw new RangeError(`locale must be auto or one of ${locales.join(', ')}`)
    if (locale !== 'en') texts = await loaders[locale]()
  } catch (cause) {
    warn(cause)
    locale = 'en'
  }
  if (ui.locale !== choice || modal.getState().status === 'destroyed') return
  ui.texts = { ...texts, ...ui.messages }
  // on the host: the dialog and its notices inherit both
  const host = modal.getElement()
  host?.setAttribute('lang', locale)
  host?.setAttribute('dir', toDirection(locale))
  store.setState((state) => ({ ...state, locale }))
}

export type LocaleLoaders = { readonly [locale in Exclude<Locale, 'en'>]: () => Promise<Messages> }

/** Loads the texts of each language: one chunk each. */
export const localeLoaders: LocaleLoaders = {
  de: async () => (await loadModule(() => import('./locales/de.js'))).de,
  es: async () => (await loadModule(() => import('./locales/es.js'))).es,
  fr: async () => (await loadModule(() => import('./locales/fr.js'))).fr,
  'pt-BR': async () => (await loadModule(() => import('./locales/pt-BR.js'))).ptBR,
  ja: async () => (await loadModule(() => import('./locales/ja.js'))).ja,
  'zh-Hans': async () => (await loadModule(() => import('./locales/zh-Hans.js'))).zhHans,
  ar: async () => (await loadModule(() => import('./locales/ar.js'))).ar,
}
