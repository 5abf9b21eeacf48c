import { expect, test } from 'vitest'
import { toShortAddress } from './caip.js'

test('shows the first six and the last four characters', () => {
  expect(toShortAddress('0x71C7656EC7ab88b098defB751B7401B5f6d8976F')).toBe('0x71C7…976F')
})

test('leaves a short text whole', () => {
  expect(toShortAddress('vitalik.eth')).toBe('vitalik.eth')
  expect(toShortAddress('')).toBe('')
  expect([toShortAddress('123456789012'), toShortAddress('1234567890123')]).toEqual(['123456789012', '123456…0123'])
})
