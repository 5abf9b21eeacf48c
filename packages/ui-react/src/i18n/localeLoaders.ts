import { loadModule } from '@latchkey/core'
import type { Locale } from './locale.js'
import type { Messages } from './messages/en.js'

export type LocaleLoaders = { readonly [locale in Exclude<Locale, 'en'>]: () => Promise<Messages> }

/** How the texts of a language are loaded: each is a file of its own. */
export const localeLoaders: LocaleLoaders = {
  de: async () => (await loadModule(() => import('./locales/de.js'))).de,
  es: async () => (await loadModule(() => import('./locales/es.js'))).es,
  fr: async () => (await loadModule(() => import('./locales/fr.js'))).fr,
  'pt-BR': async () => (await loadModule(() => import('./locales/pt-BR.js'))).ptBR,
  ja: async () => (await loadModule(() => import('./locales/ja.js'))).ja,
  'zh-Hans': async () => (await loadModule(() => import('./locales/zh-Hans.js'))).zhHans,
  ar: async () => (await loadModule(() => import('./locales/ar.js'))).ar,
}
