import type { Language } from '../protocol/notice.js'

/** The text direction of a language, as in `dir`. Apart from the words, so that pages which show texts of custody load none. */
export function toDirection(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}
