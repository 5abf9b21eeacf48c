import { assert, date, property } from 'fast-check'
import { expect, test } from 'vitest'
import { parseTime } from './parseTime.js'

test('reads what dates write', () => {
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
])('reads %s', (text, iso) => {
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
])('%j is no time', (text) => {
  expect(parseTime(text)).toBeNull()
})
