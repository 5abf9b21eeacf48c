/** The languages that the modal speaks, as BCP 47. */
export const locales = ['en', 'de', 'es', 'fr', 'pt-BR', 'ja', 'zh-Hans', 'ar'] as const

export type Locale = (typeof locales)[number]

/** A language, or `auto`: the first of the visitor's that the modal speaks, else English. */
export type LocaleChoice = Locale | 'auto'

/**
 * The first of the visitor's languages (BCP 47, best first) that the modal speaks, else English. Dialects count as their
 * language, as `pt-PT` does as `pt-BR`; another script doesn't: who reads traditional Chinese is not shown the simplified one.
 */
export function pickLocale(languages: readonly string[]): Locale {
  for (const tag of languages) {
    const wanted = toLikely(tag)
    const found = locales.find((locale) => {
      const { language, script } = toLikely(locale) ?? {}
      return language === wanted?.language && script === wanted?.script
    })
    if (found) return found
  }
  return 'en'
}

/** With the script that the language is written in, e.g. Hant for zh-TW; undefined for what is no tag. */
function toLikely(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize()
  } catch {
    return undefined
  }
}
