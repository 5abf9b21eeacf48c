import { expect, test } from 'vitest'
import { parseSettings, toSearch } from './settings.js'

test('the settings survive in the URL, which names only what is not usual', () => {
  const usual = parseSettings('')
  expect(usual).toMatchObject({ locale: 'en', isLong: false, isDialog: false })
  expect(toSearch(usual)).toBe('')
  const search = '?view=Connect/empty&mode=dark&locale=ar&width=390&text=long&accent=%230a7&as=dialog'
  expect(toSearch(parseSettings(search))).toBe(search)
})

test('what the URL cannot mean is left out; a direction stands for a language', () => {
  expect(parseSettings('?mode=blue&locale=xx&width=wide')).toEqual(parseSettings(''))
  expect(parseSettings('?dir=rtl').locale).toBe('ar')
  expect(parseSettings('?dir=rtl&locale=de').locale).toBe('de')
})
