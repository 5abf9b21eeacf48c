import { expect, test } from 'vitest'
import { parseSettings, toSearch } from './settings.js'

test('settings survive a round trip through the URL, which contains only non-default values', () => {
  const usual = parseSettings('')
  expect(usual).toMatchObject({ locale: 'en', isLong: false, isDialog: false })
  expect(toSearch(usual)).toBe('')
  const search = '?view=Connect/empty&mode=dark&locale=ar&width=390&text=long&accent=%230a7&as=dialog'
  expect(toSearch(parseSettings(search))).toBe(search)
})

test('invalid values in the URL are ignored, and dir=rtl without a locale selects Arabic', () => {
  expect(parseSettings('?mode=blue&locale=xx&width=wide')).toEqual(parseSettings(''))
  expect(parseSettings('?dir=rtl').locale).toBe('ar')
  expect(parseSettings('?dir=rtl&locale=de').locale).toBe('de')
})
