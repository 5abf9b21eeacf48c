import { assert, integer, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { isRetryStatus, rpcDefaults, toRetryDelay } from '../rpc/requestNode.js'

const now = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT')

test('calls wait 10 s, try three times more and join up to 1000 requests', () => {
  expect(rpcDefaults).toEqual({ timeout: 10_000, retryCount: 3, retryDelay: 150, batchSize: 1000 })
})

test('doubles the wait: 150, 300, 600 ms', () => {
  expect([0, 1, 2].map((attempt) => toRetryDelay({ attempt, now }))).toEqual([150, 300, 600])
})

test('tries again on these statuses and no others', () => {
  const statuses = Array.from({ length: 500 }, (_, index) => index + 100).filter(isRetryStatus)
  expect(statuses).toEqual([403, 408, 413, 429, 500, 502, 503, 504])
})

test.each([
  ['seconds', '2', 2000],
  ['zero seconds', '0', 0],
  ['a date', 'Wed, 21 Oct 2026 07:28:30 GMT', 30_000],
  ['a date that has passed', 'Wed, 21 Oct 2026 07:27:00 GMT', 0],
  ['nonsense', 'soon', 150],
  ['nothing', '', 150],
  ['null', null, 150],
])('Retry-After of %s', (_, retryAfter, delay) => {
  expect(toRetryDelay({ attempt: 0, retryAfter, now })).toBe(delay)
})

test('whatever the header holds, the wait is a number and not negative', () => {
  assert(
    property(string(), integer({ min: 0, max: 10 }), (retryAfter, attempt) => {
      expect(toRetryDelay({ attempt, retryAfter, now })).toBeGreaterThanOrEqual(0)
    }),
  )
})
