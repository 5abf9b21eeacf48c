import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nobody } from '../test/setUpFeatures.js'
import {
  isBytes,
  parseChainId,
  parseHash,
  describeValue as print,
  toBytes,
  toCaipNetworkId,
  toHex,
  toQuantity,
  toRpcTransaction,
} from './encoding.js'
import type { EvmTransaction } from './features/types.js'

describe('toQuantity', () => {
  test('encodes numbers as JSON-RPC quantities', () => {
    expect(toQuantity('value', 0n)).toBe('0x0')
    expect(toQuantity('value', 10n ** 18n)).toBe('0xde0b6b3a7640000')
    expect(toQuantity('nonce', 31)).toBe('0x1f')
  })

  for (const value of [-1n, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    test(`error: INVALID_PARAMS for ${value}`, () => {
      expect(() => toQuantity('value', value)).toThrow(
        expect.objectContaining({ code: 'INVALID_PARAMS', details: `value is ${value}.` }),
      )
    })
})

test('toBytes decodes the hex that toHex encodes', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const hex = toHex(bytes)
      expect(isBytes(hex)).toBe(true)
      expect(toBytes(hex)).toEqual(bytes)
    }),
  )
})

test('toHex encodes a string as UTF-8', () => {
  expect(toHex('é€')).toBe('0xc3a9e282ac')
  expect(toHex('')).toBe('0x')
})

test('isBytes accepts only 0x followed by whole bytes', () => {
  expect(['0x', '0x00', '0xAb'].every(isBytes)).toBe(true)
  expect(['', '00', '0x0', '0xg0', null, 7].some(isBytes)).toBe(false)
})

test('parseHash accepts only 32 bytes and returns them in lower case', () => {
  const hash = `0x${'Ab'.repeat(32)}`
  expect(parseHash(hash)).toBe(hash.toLowerCase())
  expect([`${hash}00`, hash.slice(0, -2), 'x', null, [hash]].map(parseHash)).toEqual([null, null, null, null, null])
})

describe('parseChainId', () => {
  for (const [value, id] of [
    ['0x1', 1],
    ['0X7A69', 31_337],
    ['0x01', 1],
    ['1', 1],
    ['31337', 31_337],
    [1, 1],
  ] as const)
    test(`[I27] parses ${JSON.stringify(value)} as ${id}`, () => {
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
    test(`[I27] returns null for ${typeof value} ${String(value)}`, () => {
      expect(parseChainId(value)).toBeNull()
      expect(() => toCaipNetworkId(value)).toThrow(expect.objectContaining({ code: 'INVALID_WALLET_REPLY' }))
    })

  test('returns a valid id or null for any value, and never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const id = parseChainId(value)
        expect(id === null || (Number.isSafeInteger(id) && id > 0)).toBe(true)
      }),
    )
  })
})

test('describeValue shortens long values and falls back to the type', () => {
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  expect(print(circular)).toBe('object')
  expect(print('x'.repeat(1_000))).toHaveLength(100)
  expect(print(undefined)).toBe('undefined')
  expect(print(['a'])).toBe('["a"]')
})

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('toRpcTransaction encodes only the given fields, in hex', () => {
  const transaction = { to: to.toLowerCase(), value: 1n, data: '0x00', gas: 21_000n, maxFeePerGas: 2n, nonce: 0 }
  expect(toRpcTransaction(nobody, { ...transaction, maxPriorityFeePerGas: 1n })).toEqual({
    from: nobody.address,
    to,
    value: '0x1',
    data: '0x00',
    gas: '0x5208',
    maxFeePerGas: '0x2',
    maxPriorityFeePerGas: '0x1',
    nonce: '0x0',
  })
  expect(toRpcTransaction(nobody, { to: undefined, data: '0x60' })).toEqual({ from: nobody.address, data: '0x60' })
})

const wrong: readonly EvmTransaction[] = [
  { to: '0x12' },
  { to: '' },
  { to, data: '0x0' },
  { to, value: -1n },
  { to, nonce: 1.5 },
]

for (const transaction of wrong)
  test(`error: INVALID_PARAMS for a transaction with ${Object.entries(transaction).at(-1)?.join(' ')}`, () => {
    expect(() => toRpcTransaction(nobody, transaction)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }))
  })
