import { expect, test } from 'vitest'
import { isRecord } from './records.js'

test('an object with fields is a record', () => {
  for (const value of [{}, { a: 1 }, Object.create(null), new Error('x')]) expect(isRecord(value)).toBe(true)
})

test('lists, null and plain values are not', () => {
  for (const value of [[], null, undefined, 'text', 1, true, () => ({})]) expect(isRecord(value)).toBe(false)
})
