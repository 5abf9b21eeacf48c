import { expect, test } from 'vitest'
import { toMetric, type Unit } from './metric.js'
import { isGated, toVerdict } from './toVerdict.js'

test.each([
  [10, 10, 'within'],
  [10.01, 10, 'over'],
  [0, 0, 'within'],
  [1, 0, 'over'],
  [1, null, 'none'],
] as const)('%d with a budget of %s: %s', (value, budget, verdict) => {
  expect(toVerdict(toMetric('a', value, 'KiB', budget))).toBe(verdict)
})

test.each<[Unit, boolean]>([
  ['KiB', true],
  ['MiB', true],
  ['MB', true],
  ['count', true],
  ['ms', false],
])('%s is held: %s', (unit, isHeld) => {
  expect(isGated(toMetric('a', 1, unit, 1))).toBe(isHeld)
})
