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

test('the payment account comes first and the ordinals account second, in any order of the wallet', () => {
  const expected = [
    [a, 'payment'],
    [b, 'ordinal'],
  ]
  expect(read({ address: a, purpose: 'payment' }, { address: b, purpose: 'ordinals' })).toEqual(expected)
  expect(read({ address: b, purpose: 'ordinals' }, { address: a, purpose: 'payment' })).toEqual(expected)
  // if the wallet names no purpose, the Taproot address is for ordinals
  expect(read({ address: b }, { address: a })).toEqual(expected)
})

test('the purpose that the wallet names overrides the address type', () => {
  expect(read({ address: a, purpose: 'ordinals' }, { address: b, purpose: 'payment' })).toEqual([
    [b, 'payment'],
    [a, 'ordinal'],
  ])
})

test('a single address is a payment account, even Taproot, unless the wallet names another purpose', () => {
  expect(read({ address: b })).toEqual([[b, 'payment']])
  expect(read({ address: b, purpose: 'ordinals' })).toEqual([[b, 'ordinal']])
})

test('one address for both purposes is one account', () => {
  expect(read({ address: a, purpose: 'payment' }, { address: a, purpose: 'ordinals' })).toEqual([[a, 'payment']])
})

test('keeps the accounts of one network, preferably a wanted one', () => {
  const other = main[0]?.address
  expect(read({ address: other }, { address: a })).toEqual([[other, 'payment']])
  expect(toAccounts([{ address: other }, { address: a }], (family) => family === 'regtest')?.accounts).toMatchObject([
    { address: a },
  ])
})

test('includes a valid public key and path', () => {
  const { publicKey, path } = payment ?? {}
  expect(toAccounts([{ address: a, publicKey, path }], any)?.accounts[0]).toEqual({
    namespace: 'bip122',
    address: a,
    type: 'payment',
    publicKey,
    path,
  })
})

test('omits a public key of another address and an invalid path', () => {
  const claim = { address: a, publicKey: `02${'11'.repeat(32)}`, path: '<script>' }
  expect(toAccounts([claim], any)?.accounts[0]).toEqual({ namespace: 'bip122', address: a, type: 'payment' })
})

test('returns no accounts if an address is invalid, or if there is none', () => {
  expect(read({ address: a }, { address: 'bcrt1qqq' })).toBeUndefined()
  expect(read()).toBeUndefined()
})

test('returns only valid claimed addresses, each once, for arbitrary claims', () => {
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
