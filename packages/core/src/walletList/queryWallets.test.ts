import { array, assert, integer, property, record, string } from 'fast-check'
import { expect, test } from 'vitest'
import type { WalletListing } from '../controllers/wallets/state.js'
import { queryWallets, type WalletQuery } from './queryWallets.js'

const wallets: readonly WalletListing[] = [
  { id: 'a', name: 'Alpha', chains: ['eip155:1'], badge_type: 'certified' },
  { id: 'b', name: 'Café Wallet', chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] },
  { id: 'c', name: 'The Alphabet' },
  { id: 'd', name: 'Betalpha', chains: [] },
]
const idsOf = (query: Partial<WalletQuery>): readonly string[] =>
  queryWallets(wallets, { page: 1, entries: 10, ...query }).data.map(({ id }) => id)

test('returns pages in the order of the list, with the total count', () => {
  expect(queryWallets(wallets, { page: 2, entries: 3 })).toEqual({ data: [wallets[3]], count: 4 })
  expect(queryWallets(wallets, { page: 3, entries: 3 })).toEqual({ data: [], count: 4 })
})

test('filters by include, exclude and badge_type', () => {
  expect(idsOf({ include: ['c', 'a', 'x'] })).toEqual(['a', 'c'])
  expect(idsOf({ include: [] })).toEqual([])
  expect(idsOf({ exclude: ['c', 'a', 'x'] })).toEqual(['b', 'd'])
  expect(idsOf({ include: ['c', 'a'], exclude: ['a'] })).toEqual(['c'])
  expect(idsOf({ badge_type: 'certified' })).toEqual(['a'])
})

test('a chain matches its whole namespace, and wallets without known chains match any chain', () => {
  expect(idsOf({ chains: ['eip155:31337'] })).toEqual(['a', 'c'])
  expect(idsOf({ chains: ['eip155:1', 'solana:x'] })).toEqual(['a', 'b', 'c'])
  expect(idsOf({ chains: ['cosmos:hub'] })).toEqual(['c'])
})

test('a search lists prefixes first, then words, then other parts, and ignores case and accents', () => {
  expect(idsOf({ search: 'ALPHA' })).toEqual(['a', 'c', 'd'])
  expect(idsOf({ search: 'cafe' })).toEqual(['b'])
  expect(idsOf({ search: 'CAFÉ' })).toEqual(['b'])
  expect(idsOf({ search: ' wal' })).toEqual(['b'])
  expect(idsOf({ search: 'zzz' })).toEqual([])
})

test('all pages together are the list, each wallet once', () => {
  const rows = array(record({ id: string(), name: string() }), { maxLength: 50 })
  assert(
    property(rows, integer({ min: 1, max: 20 }), (list, entries) => {
      const pages = Array.from({ length: Math.ceil(list.length / entries) }, (_, index) =>
        queryWallets(list, { page: index + 1, entries }),
      )
      expect(pages.flatMap(({ data }) => data)).toEqual(list)
    }),
  )
})

test('a search among ten thousand wallets takes less than a frame', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    id: `w${index}`,
    name: `${index % 7 ? 'Wallet' : 'Café'} ${index}`,
  }))
  const texts = ['wa', 'wal', 'wall', 'café', '99', 'zz']
  const times = Array.from({ length: 30 }, (_, index) => {
    const started = performance.now()
    const search = texts[index % texts.length]
    queryWallets(many, { page: 1, entries: 100, search, exclude: ['w1'], chains: ['eip155:1'] })
    return performance.now() - started
  })
  // the machine may be busy: the minimum of several measurements is closest to the actual cost
  expect(Math.min(...times)).toBeLessThan(16)
})
