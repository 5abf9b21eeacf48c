import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAppleName } from './readAppleName.js'
import { toShownName } from './toShownName.js'

test.each([
  ['ada', 'ada'],
  [' Ada  Lovelace ', 'Ada Lovelace'],
  ['two\nlines\u202Eright to left', 'two lines right to left'],
  ['x'.repeat(65), 'x'.repeat(64)],
  ['', undefined],
  [' \n', undefined],
  [7, undefined],
  [null, undefined],
])('%j is shown as %j', (value, name) => {
  expect(toShownName(value)).toBe(name)
})

test('whatever a provider calls somebody is one line without signs that nobody sees', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const name = toShownName(text)
      expect(name === undefined || (/^[^\p{C}]+$/u.test(name) && [...name].length <= 64)).toBe(true)
    }),
  )
})

test.each([
  ['{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"a@b.co"}', 'Ada Lovelace'],
  ['{"name":{"firstName":"Ada"}}', 'Ada'],
  ['{"name":{}}', undefined],
  ['{}', undefined],
  ['{"name":{"firstName":7}}', undefined],
  ['{', undefined],
  [null, undefined],
])('what Apple sends along as %j is %j', (text, name) => {
  expect(readAppleName(text)).toBe(name)
})
