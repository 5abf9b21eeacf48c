import { createBitcoinWallet } from '@latchkey/testing/bitcoin'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keys } from '../../test/setUpWallet.js'
import type { AccountClaim } from '../providers/provider.js'
import { toAccounts } from './accounts.js'

const any = (): boolean => true

const [payment, ordinals] = createBitcoinWallet({ name: 'A', shape: 'xverse', privateKeys: keys }).addresses

const main = createBitcoinWallet({ name: 'B', shape: 'xverse', privateKeys: keys, network: 'mainnet' }).addresses

const a = payment?.address ?? ''

const b = ordinals?.address ?? ''

const read = (...claims: readonly AccountClaim[]): readonly (readonly [string, string])[] | undefined =>
  toAccounts(claims, any)?.accounts.map(({ address, type }) => [address, type] as const)

test('payment comes first, ordinals second, whatever the order of the wallet', () => {
  const expected = [
    [a, 'payment'],
    [b, 'ordinal'],
  ]
  expect(read({ address: a, purpose: 'payment' }, { address: b, purpose: 'ordinals' })).toEqual(expected)
  expect(read({ address: b, purpose: 'ordinals' }, { address: a, purpose: 'payment' })).toEqual(expected)
  // without a word of the wallet, Taproot is where ordinals are
  expect(read({ address: b }, { address: a })).toEqual(expected)
})

test('what the wallet says counts more than the type of the address', () => {
  expect(read({ address: a, purpose: 'ordinals' }, { address: b, purpose: 'payment' })).toEqual([
    [b, 'payment'],
    [a, 'ordinal'],
  ])
})

test('a single address is one to pay from, Taproot too; unless the wallet says otherwise', () => {
  expect(read({ address: b })).toEqual([[b, 'payment']])
  expect(read({ address: b, purpose: 'ordinals' })).toEqual([[b, 'ordinal']])
})

test('one address for both purposes is one account', () => {
  expect(read({ address: a, purpose: 'payment' }, { address: a, purpose: 'ordinals' })).toEqual([[a, 'payment']])
})

test('accounts of another network are left out', () => {
  const other = main[0]?.address
  expect(read({ address: other }, { address: a })).toEqual([[other, 'payment']])
  expect(toAccounts([{ address: other }, { address: a }], (family) => family === 'regtest')?.accounts).toMatchObject([
    { address: a },
  ])
})

test('key and path come along where they are right', () => {
  const { publicKey, path } = payment ?? {}
  expect(toAccounts([{ address: a, publicKey, path }], any)?.accounts[0]).toEqual({
    namespace: 'bip122',
    address: a,
    type: 'payment',
    publicKey,
    path,
  })
})

test('a key that is not the one of the address is left out, as is a path that is none', () => {
  const claim = { address: a, publicKey: `02${'11'.repeat(32)}`, path: '<script>' }
  expect(toAccounts([claim], any)?.accounts[0]).toEqual({ namespace: 'bip122', address: a, type: 'payment' })
})

test('an address that is none spoils all', () => {
  expect(read({ address: a }, { address: 'bcrt1qqq' })).toBeUndefined()
  expect(read()).toBeUndefined()
})

test('whatever a wallet claims, the first is one of its addresses, each once', () => {
  const claim = fc.record({
    address: fc.constantFrom<unknown>(a, b, main[0]?.address, a.toUpperCase(), 'x', undefined, 7),
    publicKey: fc.anything(),
    purpose: fc.anything(),
    path: fc.anything(),
  })
  fc.assert(
    fc.property(fc.array(claim, { maxLength: 150 }), (claims) => {
      const accounts = toAccounts(claims, any)?.accounts.map(({ address }) => address) ?? []
      expect(new Set(accounts).size).toBe(accounts.length)
      for (const address of accounts) expect([a, b, main[0]?.address]).toContain(address)
    }),
  )
})
