import { expect, test } from 'vitest'
import { createQuotaCounters } from './quotas.js'

const minute = 60_000

test('counts amounts per key and clock minute, and a rejected amount uses up no quota', async () => {
  let now = 10 * minute
  const { take } = createQuotaCounters({ database: undefined, table: 'none', now: () => now })
  expect([await take('a', 100, 60), await take('a', 100, 30), await take('b', 100, 100)]).toEqual([0, 0, 0])
  now += 45_000
  expect([await take('a', 100, 11), await take('a', 100, 10), await take('a', 100)]).toEqual([15, 0, 15])
  now += 15_000
  expect(await take('a', 100, 100)).toBe(0)
})

test('grants concurrent callers no more than the quota, and sets no limit if the quota is 0', async () => {
  const { take } = createQuotaCounters({ database: undefined, table: 'none', now: () => 0 })
  const answers = await Promise.all(Array.from({ length: 50 }, () => take('a', 40)))
  expect(answers.filter((seconds) => seconds === 0)).toHaveLength(40)
  expect(await take('a', 0, 1_000_000)).toBe(0)
})
