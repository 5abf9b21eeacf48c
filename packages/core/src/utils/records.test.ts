import { expect, test } from 'vitest'
import { isRecord, readField } from './records.js'

test('readField reads own and inherited fields', () => {
  expect(readField({ code: 1 }, 'code')).toBe(1)
  expect(readField(new Error('x'), 'name')).toBe('Error')
  expect(readField({}, 'code')).toBeUndefined()
})

test('readField returns undefined if a getter or proxy throws', () => {
  const fail = (): never => {
    throw new Error('no')
  }
  expect(readField(Object.defineProperty({}, 'code', { get: fail }), 'code')).toBeUndefined()
  expect(readField(new Proxy({}, { get: fail }), 'code')).toBeUndefined()
})

test('isRecord accepts objects', () => {
  for (const value of [{}, { a: 1 }, Object.create(null), new Error('x')]) expect(isRecord(value)).toBe(true)
})

test('isRecord rejects arrays, functions, null and primitives', () => {
  for (const value of [[], null, undefined, 'text', 1, true, () => ({})]) expect(isRecord(value)).toBe(false)
})
