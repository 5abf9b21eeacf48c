/** The languages that the modal speaks, as BCP 47. */
export const locales = ['en', 'de', 'es', 'fr', 'pt-BR', 'ja', 'zh-Hans', 'ar'] as const

export type Locale = (typeof locales)[number]

/** A language, or `auto`: the first of the visitor's that the modal speaks, else English. */
export type LocaleChoice = Locale | 'auto'
