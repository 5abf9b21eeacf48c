import { expect, test } from 'vitest'
import { toMedian } from './toMedian.js'

test.each([
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
  [[10, 9, 100], 10],
])('the median of %j is %d', (values, median) => {
  expect(toMedian(values)).toBe(median)
})

test('returns NaN for an empty list', () => {
  expect(toMedian([])).toBeNaN()
})

test('does not modify the list', () => {
  const values = [2, 1]
  toMedian(values)
  expect(values).toEqual([2, 1])
})
