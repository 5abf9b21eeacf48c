/** The languages of the modal, as BCP 47. */
export const locales = ['en', 'de', 'es', 'fr', 'pt-BR', 'ja', 'zh-Hans', 'ar'] as const

export type Locale = (typeof locales)[number]

/** A language, or `auto`: the first of the user's languages that the modal has, else English. */
export type LocaleChoice = Locale | 'auto'

/** The writing direction of a language. */
export function toDirection(locale: string | undefined): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr'
}

/** The address of a page of the wallet, in the language that the app has chosen. Without a choice, the page follows the browser. */
export function toLocalUrl(url: string, locale: string | undefined): string {
  if (!locale || !URL.canParse(url)) return url
  const local = new URL(url)
  local.searchParams.set('lang', locale)
  return local.href
}

/** The BCP 47 tag to format numbers and dates with. Arabic uses Latin digits, as users type them and wallets show them. */
export function toFormatLocale(locale: string): string {
  return locale === 'ar' ? 'ar-u-nu-latn' : locale
}

/**
 * The first of the user's languages (BCP 47, preferred first) that the modal has, else English. Regional variants match
 * (`pt-PT` matches `pt-BR`), other scripts do not (traditional Chinese does not match simplified).
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

/** Adds the likely script, e.g. Hant for zh-TW; undefined for an invalid tag. */
function toLikely(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize()
  } catch {
    return undefined
  }
}
