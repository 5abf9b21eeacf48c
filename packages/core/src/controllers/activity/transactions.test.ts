import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HistoryTransaction } from '../../service/blockchain/types.js'
import { createTransaction } from '../../testing/createTransaction.js'
import { mergeNewest } from './transactions.js'

const tx = (id: string, status: 'pending' | 'confirmed' = 'confirmed') => createTransaction({ id, status })

const list = (...ids: readonly string[]): readonly HistoryTransaction[] => ids.map((id) => tx(id))

const ids = (transactions: readonly HistoryTransaction[] | undefined) => transactions?.map(({ id }) => id)

test('what is new comes first, what is below the last one in common stays', () => {
  expect(ids(mergeNewest(list('c', 'b', 'a'), list('e', 'd', 'c', 'b')))).toEqual(['e', 'd', 'c', 'b', 'a'])
})

test('what the chain has undone is gone', () => {
  expect(ids(mergeNewest(list('c', 'b', 'a'), list('d', 'b')))).toEqual(['d', 'b', 'a'])
})

test('what has changed is as it is now, the others stay the same objects', () => {
  const known = [tx('b', 'pending'), tx('a')]
  const joined = mergeNewest(known, [tx('b'), tx('a')])
  expect(joined?.[0]?.metadata.status).toBe('confirmed')
  expect(joined?.[1]).toBe(known[1])
})

test('where nothing changed it is the same list', () => {
  const known = list('b', 'a')
  expect(mergeNewest(known, list('b', 'a'))).toBe(known)
  expect(mergeNewest(known, list('b'))).toBe(known)
})

test('two that have nothing in common cannot be joined', () => {
  expect(mergeNewest(list('a'), list('b'))).toBeUndefined()
  expect(mergeNewest([], list('b'))).toBeUndefined()
  expect(mergeNewest(list('a'), [])).toBeUndefined()
})

test('however a list has grown and shrunk, it begins as the newest page does, and nothing comes twice', () => {
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
