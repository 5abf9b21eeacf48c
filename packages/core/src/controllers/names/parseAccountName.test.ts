import { assert, property, string, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { parseAccountName } from './state.js'

test('[S5.18] letters, digits and hyphens, four of them at least, are a name', () => {
  expect([parseAccountName('ada-'), parseAccountName(' Ada-Lovelace-1815 '), parseAccountName('0000')]).toEqual([
    'ada-',
    'ada-lovelace-1815',
    '0000',
  ])
  assert(
    property(stringMatching(/^[a-z0-9-]{4,64}$/), (name) => {
      expect(parseAccountName(name)).toBe(name)
    }),
  )
})

test.each([
  'abc',
  'a_bc',
  'éllo',
  '..',
  '../..',
  'a b c',
  'ada.eth',
  'ada\0',
  'аdам',
  'ſtar',
  'Kelvin\u212a',
  'a'.repeat(300),
  '',
])('[S5.18] %j is none', (text) => {
  expect(parseAccountName(text)).toBeNull()
})

test('nothing else comes out', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      expect(parseAccountName(text) ?? 'none').toMatch(/^[a-z0-9-]{4,64}$/)
    }),
  )
})
