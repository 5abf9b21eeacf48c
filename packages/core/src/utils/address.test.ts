import { assert, constantFrom, property, string, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { isAddress, isSameAddress, namespaces } from './caip.js'

const hex = (length: number): string => 'aB'.repeat(20).padEnd(length, 'c').slice(0, length)

test('[S5.7] an EVM address is 40 hex characters with an optional 0x', () => {
  expect(isAddress('eip155', `0x${hex(40)}`)).toBe(true)
  expect(isAddress('eip155', hex(40))).toBe(true)
  for (const wrong of [hex(39), hex(41), `0x${hex(39)}`, `0x${hex(41)}`, `1x${hex(40)}`, `0x${hex(39)}g`, '', '0x'])
    expect(isAddress('eip155', wrong)).toBe(false)
})

test('[S5.7] a Solana address is 32 to 44 base58 characters', () => {
  expect(isAddress('solana', '1'.repeat(32))).toBe(true)
  expect(isAddress('solana', 'z'.repeat(44))).toBe(true)
  for (const wrong of ['1'.repeat(31), '1'.repeat(45), '']) expect(isAddress('solana', wrong)).toBe(false)
  for (const letter of '0OIl') expect(isAddress('solana', letter + '1'.repeat(32))).toBe(false)
})

test.each([`0x${hex(40)}\n`, ` 0x${hex(40)}`, `0x${hex(20)} ${hex(20)}`])(
  'spaces are part of no address: %j',
  (text) => {
    expect(isAddress('eip155', text)).toBe(false)
  },
)

test.each([null, undefined, 1, [hex(40)], { toString: () => hex(40) }])('only a text is an address: %o', (value) => {
  expect(isAddress('eip155', value)).toBe(false)
})

test('namespaces whose forms vary take letters and digits', () => {
  expect(isAddress('bip122', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).toBe(true)
  expect(isAddress('bip122', 'bc1q<script>')).toBe(false)
})

test('EVM accounts are the same whatever their case; others are not', () => {
  expect(isSameAddress('eip155', '0xABcd', '0xabCD')).toBe(true)
  expect(isSameAddress('eip155', '0xABcd', '0xABce')).toBe(false)
  expect(isSameAddress('solana', 'AbC', 'abc')).toBe(false)
  expect(isSameAddress('solana', 'AbC', 'AbC')).toBe(true)
})

test('whatever counts as an address is plain letters and digits', () => {
  assert(
    property(constantFrom(...namespaces), string({ unit: 'binary', maxLength: 140 }), (namespace, text) => {
      expect(isAddress(namespace, text) && !/^[0-9a-zA-Z]+$/.test(text)).toBe(false)
    }),
  )
})

test('takes every text of the right form', () => {
  assert(
    property(stringMatching(/^(0x)?[0-9a-fA-F]{40}$/), stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/), (evm, sol) => {
      expect([isAddress('eip155', evm), isAddress('solana', sol)]).toEqual([true, true])
    }),
  )
})
