import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseChainId, describe as print, toCaipNetworkId } from './parseChainId.js'

describe('parseChainId', () => {
  for (const [value, id] of [
    ['0x1', 1],
    ['0X7A69', 31_337],
    ['0x01', 1],
    ['1', 1],
    ['31337', 31_337],
    [1, 1],
  ] as const)
    test(`[I27] ${JSON.stringify(value)} is ${id}`, () => {
      expect(parseChainId(value)).toBe(id)
      expect(toCaipNetworkId(value)).toBe(`eip155:${id}`)
    })

  for (const value of [
    null,
    undefined,
    '',
    '0x',
    '0x0',
    0,
    -1,
    1.5,
    Number.NaN,
    2 ** 53,
    '0xffffffffffffffff',
    ' 1',
    '1e3',
    [],
    {},
    true,
    1n,
  ])
    test(`[I27] ${typeof value} ${String(value)} is none`, () => {
      expect(parseChainId(value)).toBeNull()
      expect(() => toCaipNetworkId(value)).toThrow(expect.objectContaining({ code: 'INVALID_WALLET_REPLY' }))
    })

  test('any other value is none, and no value throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const id = parseChainId(value)
        expect(id === null || (Number.isSafeInteger(id) && id > 0)).toBe(true)
      }),
    )
  })
})

test('a foreign value is printed short, and one that cannot be printed by its type', () => {
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  expect(print(circular)).toBe('object')
  expect(print('x'.repeat(1_000))).toHaveLength(100)
  expect(print(undefined)).toBe('undefined')
  expect(print(['a'])).toBe('["a"]')
})
