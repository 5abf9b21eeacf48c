import { assert, date, property } from 'fast-check'
import { expect, test } from 'vitest'
import { evm } from '../../test/messages.js'
import { isSessionTime, parseTime } from './time.js'

test('parseTime reverses toISOString', () => {
  assert(
    property(date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true }), (value) => {
      expect(parseTime(value.toISOString())).toBe(value.getTime())
    }),
  )
})

test.each([
  ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000Z'],
  ['2024-02-29t12:00:00z', '2024-02-29T12:00:00.000Z'],
  ['2024-01-01T00:30:00+01:00', '2023-12-31T23:30:00.000Z'],
  ['2024-01-01T00:00:00.123456789Z', '2024-01-01T00:00:00.123Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
])('parseTime parses %s', (text, iso) => {
  expect(new Date(parseTime(text) ?? Number.NaN).toISOString()).toBe(iso)
})

test.each([
  '',
  'now',
  '2023-02-29T00:00:00Z',
  '2024-02-30T00:00:00Z',
  '2024-04-31T00:00:00Z',
  '2024-00-10T00:00:00Z',
  '2024-13-01T00:00:00Z',
  '2024-01-00T00:00:00Z',
  '2024-01-01T24:00:00Z',
  '2024-01-01T00:60:00Z',
  '2024-01-01T00:00:60Z',
  '2024-01-01T00:00:00',
  '2024-01-01T00:00:00+24:00',
  '2024-01-01 00:00:00Z',
  '2024-01-01',
  '20240101T000000Z',
  ' 2024-01-01T00:00:00Z',
  '2024-01-01T00:00:00Z\n',
  '+002024-01-01T00:00:00Z',
  '1700000000000',
])('parseTime rejects %j', (text) => {
  expect(parseTime(text)).toBeNull()
})

const at = (iso: string): number => Date.parse(iso)

test('a session is valid from its start to its end', () => {
  expect(isSessionTime(evm, at('2026-11-20T09:59:00.000Z'))).toBe(true)
  expect(isSessionTime(evm, at('2026-11-20T09:58:59.999Z'))).toBe(false)
  expect(isSessionTime(evm, at('2026-11-27T09:59:59.999Z'))).toBe(true)
  expect(isSessionTime(evm, at('2026-11-27T10:00:00.000Z'))).toBe(false)
})

test('a session without a start and an end is always valid', () => {
  const open = { ...evm, notBefore: undefined, expirationTime: undefined }
  expect([isSessionTime(open, 0), isSessionTime(open, at('9999-01-01T00:00:00Z'))]).toEqual([true, true])
})

test('a session with an invalid time is never valid', () => {
  expect(isSessionTime({ ...evm, expirationTime: 'never' }, 0)).toBe(false)
  expect(isSessionTime({ ...evm, notBefore: '' }, at('2026-11-21T00:00:00.000Z'))).toBe(false)
})
