import { expect, it } from 'vitest'
import { decodeValue, encodeValue } from './values.js'

const throughJson = (value: unknown): unknown => decodeValue(JSON.parse(JSON.stringify(encodeValue(value))))

it('restores values after JSON, including bytes, bigints and errors, and drops functions', () => {
  const value = { bytes: Uint8Array.of(0, 255), amount: 10n ** 30n, none: undefined, list: [1, 'a', null], $: 'bytes' }
  expect(throughJson(value)).toEqual(value)
  const error = Object.assign(new Error('No'), { code: 4_001, data: { originalError: { code: 1n } } })
  expect(throughJson(error)).toMatchObject({
    message: 'No',
    name: 'Error',
    code: 4_001,
    data: { originalError: { code: 1n } },
  })
  expect(throughJson(error)).toBeInstanceOf(Error)
  expect(throughJson({ call: () => 1 })).toEqual({ call: undefined })
})

it('throws for circular values', () => {
  const round: Record<string, unknown> = {}
  round['self'] = round
  expect(() => encodeValue(round)).toThrow('Circular values')
})
