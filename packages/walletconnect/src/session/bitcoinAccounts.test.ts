import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBitcoinAccounts } from './bitcoinAccounts.js'

const [payment, ordinal] = ['bcrt1q5c9y6f3k6ufmhe9ggz92pasvzmmtn0safznet6', `bcrt1p${'q'.repeat(58)}`]

const publicKey = `02${'ab'.repeat(32)}`

const toProperties = (value: unknown) => ({ bip122_getAccountAddresses: JSON.stringify(value) })

describe('parseBitcoinAccounts', () => {
  test('parses a list of accounts with their purposes', () => {
    const accounts = [
      { address: payment, publicKey: publicKey.toUpperCase(), path: "m/84'/1'/0'/0/0", intention: 'payment' },
      { address: ordinal, publicKey: 'cd'.repeat(32), intention: 'ordinal' },
    ]
    expect(parseBitcoinAccounts(toProperties(accounts))).toEqual([
      { address: payment, publicKey, path: "m/84'/1'/0'/0/0", purpose: 'payment' },
      { address: ordinal, publicKey: 'cd'.repeat(32), purpose: 'ordinal' },
    ])
  })

  test('parses lists of accounts by purpose', () => {
    const lists = { payment: [{ address: payment }], ordinal: [{ address: ordinal, intention: 'payment' }], stx: [{}] }
    expect(parseBitcoinAccounts(toProperties(lists))).toEqual([
      { address: payment, purpose: 'payment' },
      { address: ordinal, purpose: 'ordinal' },
    ])
  })

  test('omits invalid accounts and fields, and keeps the first account of each address', () => {
    const accounts = [
      null,
      { publicKey },
      { address: '<img>' },
      { address: payment, publicKey: `0x${publicKey}`, path: 'm/../..', intention: 'theft' },
      { address: payment, publicKey, intention: 'ordinal' },
    ]
    expect(parseBitcoinAccounts(toProperties(accounts))).toEqual([{ address: payment }])
  })

  test('parses at most a hundred accounts', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({ address: `bcrt1q${String(index).padStart(20, '0')}` }))
    expect(parseBitcoinAccounts(toProperties(many.slice(0, 1_000)))).toHaveLength(100)
    expect(parseBitcoinAccounts(toProperties(many))).toEqual([])
  })

  for (const value of [
    undefined,
    null,
    7,
    '[]',
    { bip122_getAccountAddresses: '[{' },
    toProperties('x'),
    toProperties(7),
  ])
    test(`returns no accounts for ${JSON.stringify(value)}`, () => {
      expect(parseBitcoinAccounts(value)).toEqual([])
    })

  test('never throws, and returns only valid accounts', () => {
    const item = fc.record(
      {
        address: fc.oneof(fc.constantFrom(payment, ordinal, ''), fc.anything()),
        publicKey: fc.oneof(fc.constantFrom(publicKey, `0x${publicKey}`), fc.anything()),
        path: fc.oneof(fc.constantFrom("m/84'/0'/0'/0/1", '/0', 'm'), fc.anything()),
        intention: fc.oneof(fc.constantFrom('payment', 'ordinal', 'stx'), fc.anything()),
      },
      { requiredKeys: [] },
    )
    const list = fc.array(fc.oneof(item, fc.anything()))
    const lists = fc.dictionary(fc.oneof(fc.constantFrom('payment', 'ordinal', '__proto__'), fc.string()), list)
    const written = fc.oneof(list, lists, fc.anything()).map((value) => {
      try {
        return JSON.stringify(value) as string | undefined
      } catch {
        return undefined // JSON has no BigInt
      }
    })
    const text = fc.oneof(written, fc.string(), fc.anything())
    const properties = fc.oneof(fc.record({ bip122_getAccountAddresses: text }), fc.anything())
    fc.assert(
      fc.property(properties, (value) => {
        const accounts = parseBitcoinAccounts(value)
        expect(new Set(accounts.map(({ address }) => address)).size).toBe(accounts.length)
        for (const account of accounts) {
          expect(account.address).toMatch(/^[\da-zA-Z]{14,90}$/)
          expect(account.publicKey ?? publicKey).toMatch(/^(0[23])?[\da-f]{64}$/)
          expect(account.path ?? 'm/0').toMatch(/^m(\/\d+['h]?)+$/)
          expect(['payment', 'ordinal', undefined]).toContain(account.purpose)
        }
      }),
    )
  })
})
