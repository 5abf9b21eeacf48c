import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HistoryTransaction } from '../../service/blockchain/types.js'
import { createTransaction } from '../../testing/createTransaction.js'
import { mergeNewest } from './transactions.js'

const tx = (id: string, status: 'pending' | 'confirmed' = 'confirmed') => createTransaction({ id, status })

const list = (...ids: readonly string[]): readonly HistoryTransaction[] => ids.map((id) => tx(id))

const ids = (transactions: readonly HistoryTransaction[] | undefined) => transactions?.map(({ id }) => id)

test('puts new transactions first, and keeps those below the last common one', () => {
  expect(ids(mergeNewest(list('c', 'b', 'a'), list('e', 'd', 'c', 'b')))).toEqual(['e', 'd', 'c', 'b', 'a'])
})

test('removes transactions that a reorg has dropped', () => {
  expect(ids(mergeNewest(list('c', 'b', 'a'), list('d', 'b')))).toEqual(['d', 'b', 'a'])
})

test('updates changed transactions, and keeps the others as the same objects', () => {
  const known = [tx('b', 'pending'), tx('a')]
  const joined = mergeNewest(known, [tx('b'), tx('a')])
  expect(joined?.[0]?.metadata.status).toBe('confirmed')
  expect(joined?.[1]).toBe(known[1])
})

test('returns the same list if nothing changed', () => {
  const known = list('b', 'a')
  expect(mergeNewest(known, list('b', 'a'))).toBe(known)
  expect(mergeNewest(known, list('b'))).toBe(known)
})

test('returns undefined for lists without a common transaction', () => {
  expect(mergeNewest(list('a'), list('b'))).toBeUndefined()
  expect(mergeNewest([], list('b'))).toBeUndefined()
  expect(mergeNewest(list('a'), [])).toBeUndefined()
})

test('for any two lists, the result starts with the newest page and has no duplicates', () => {
  const unique = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 20 })
  fc.assert(
    fc.property(unique, unique, (known, newest) => {
      // the service sorts by time, so common transactions have the same order
      const [below, above] = [list(...known.toSorted()), list(...newest.toSorted())]
      const joined = ids(mergeNewest(below, above))
      if (!joined) return
      expect(joined.slice(0, above.length)).toEqual(ids(above))
      expect(new Set(joined).size).toBe(joined.length)
    }),
  )
})
