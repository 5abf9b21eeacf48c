import { expect, test } from 'vitest'
import { createRateLimit } from './rateLimit.js'

test('a client is not limited by the requests of more than 10,000 others, but by its own', () => {
  const { take } = createRateLimit({ perMinute: 2, now: () => 0 })
  const own = '2001:db8:1:1::/64'
  expect([take(own), take(own)]).toEqual([true, true])
  for (let index = 0; index < 9_999; index++) take(`198.51.100.${index}`)
  expect(take(own)).toBe(false)
  for (let index = 0; index < 10; index++) take(`203.0.113.${index}`)
  expect([take('192.0.2.1'), take(own)]).toEqual([true, false])
})
