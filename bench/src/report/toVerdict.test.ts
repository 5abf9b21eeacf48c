import { expect, test } from 'vitest'
import { toMetric } from './metric.js'
import { toVerdict } from './toVerdict.js'

test.each([
  [10, 10, 'within'],
  [10.01, 10, 'over'],
  [0, 0, 'within'],
  [1, 0, 'over'],
  [1, null, 'none'],
] as const)('%d with a budget of %s: %s', (value, budget, verdict) => {
  expect(toVerdict(toMetric('a', value, 'KiB', budget))).toBe(verdict)
})
