import fc from 'fast-check'
import { getAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { parseAddress } from '../encoding.js'
import { parseAccounts } from './accounts.js'

const a = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const b = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('parseAddress', () => {
  test('applies the EIP-55 checksum like viem', () => {
    const digit = fc.constantFrom(...'0123456789abcdefABCDEF')
    const address = fc.string({ unit: digit, minLength: 40, maxLength: 40 }).map((digits) => `0x${digits}`)
    fc.assert(
      fc.property(address, (value) => {
        expect(parseAddress(value)).toBe(getAddress(value.toLowerCase()))
      }),
    )
  })

  test('accepts any case and a missing 0x prefix', () => {
    expect(parseAddress(a.toUpperCase().replace('0X', '0x'))).toBe(a)
    expect(parseAddress(a.slice(2).toLowerCase())).toBe(a)
  })

  for (const value of [a.slice(0, -1), `${a}0`, `${a.slice(0, -1)}g`, '', '0x', null, 7, [a]])
    test(`[I23] returns null for ${JSON.stringify(value)}`, () => {
      expect(parseAddress(value)).toBeNull()
    })
})

describe('parseAccounts', () => {
  test('keeps the order, removes duplicates and applies checksums', () => {
    expect(parseAccounts([b.toLowerCase(), a, b, a.toLowerCase()])).toEqual([
      { namespace: 'eip155', address: b, type: 'eoa' },
      { namespace: 'eip155', address: a, type: 'eoa' },
    ])
  })

  test('accepts an empty list', () => {
    expect(parseAccounts([])).toEqual([])
  })

  const thrower = new Proxy([a], {
    get: () => {
      throw new Error('mine')
    },
  })
  for (const [name, value] of [
    ['null', null],
    ['an empty string in a list', ['']],
    ['a number in a list', [1]],
    ['a list of lists', [[a]]],
    ['a string', a],
    ['an object', { 0: a, length: 1 }],
    ['a list with an invalid address', [a, '0x12']],
    ['a list that throws', thrower],
  ] as const)
    test(`[I27] returns null for ${name}`, () => {
      expect(parseAccounts(value)).toBeNull()
    })

  test('returns at most 1,000 accounts', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}`)
    expect(parseAccounts(many)).toHaveLength(1_000)
  })

  test('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect([...(parseAccounts(value) ?? [])].every(({ type }) => type === 'eoa')).toBe(true)
      }),
    )
  })
})
