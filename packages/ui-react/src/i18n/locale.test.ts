import { expect, it } from 'vitest'
import { pickLocale } from './locale.js'

it.each([
  [['de-AT', 'en'], 'de'],
  [['pt'], 'pt-BR'],
  [['pt-PT'], 'pt-BR'],
  [['es-419'], 'es'],
  [['zh-CN'], 'zh-Hans'],
  [['zh-Hans-SG'], 'zh-Hans'],
  [['zh-TW'], 'en'],
  [['zh-Hant-HK', 'ja-JP'], 'ja'],
  [['ar-EG'], 'ar'],
  [['nl', 'fr-CA', 'de'], 'fr'],
  [['en-GB', 'de'], 'en'],
  [['no tag at all', 'de'], 'de'],
  [['nl'], 'en'],
  [[], 'en'],
])('selects the locale for %j: %s', (languages, locale) => expect(pickLocale(languages)).toBe(locale))
