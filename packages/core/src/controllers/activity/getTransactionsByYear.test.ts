import { expect, test } from 'vitest'
import { createTransaction } from '../../testing/createTransaction.js'
import { getTransactionsByYear } from './transactions.js'

const at = (id: string, minedAt: string) => createTransaction({ id, minedAt })

test('[S3.15] transactions are by year, then by month, newest first', () => {
  const years = getTransactionsByYear([
    at('a', '2025-12-15T10:00:00Z'),
    at('b', '2026-03-02T10:00:00Z'),
    at('c', '2026-03-20T10:00:00Z'),
    at('d', '2026-01-10T10:00:00Z'),
    at('e', '2025-03-10T10:00:00Z'),
  ])
  const seen = years.map(({ year, months }) => [
    year,
    months.map(({ month, transactions }) => [month, transactions.map(({ id }) => id)]),
  ])
  expect(seen).toEqual([
    [
      2026,
      [
        [2, ['c', 'b']],
        [0, ['d']],
      ],
    ],
    [
      2025,
      [
        [11, ['a']],
        [2, ['e']],
      ],
    ],
  ])
})

test('of none there are none', () => expect(getTransactionsByYear([])).toEqual([]))
