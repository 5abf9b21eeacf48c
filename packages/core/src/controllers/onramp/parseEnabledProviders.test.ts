import { anything, assert, property } from 'fast-check'
import { expect, test } from 'vitest'
import { parseEnabledProviders } from './form.js'

test('[S5.17] returns an array of strings as it is, and undefined for true', () => {
  expect([parseEnabledProviders(['meld', 'sandbox']), parseEnabledProviders([]), parseEnabledProviders(true)]).toEqual([
    ['meld', 'sandbox'],
    [],
    undefined,
  ])
})

test.each([[false], [null], [undefined], ['meld'], [{ 0: 'meld', length: 1 }], [['meld', 7]], [[['meld']]], [1]])(
  '[S5.17] %o enables no providers [I38]',
  (value) => {
    expect(parseEnabledProviders(value)).toEqual([])
  },
)

test('for any input, returns only strings', () => {
  assert(
    property(anything(), (value) => {
      const names = parseEnabledProviders(value) ?? []
      expect(names.filter((name) => typeof name !== 'string')).toEqual([])
    }),
  )
})
