import { expect, test } from 'vitest'
import { toMedian } from './toMedian.js'

test.each([
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
  [[10, 9, 100], 10],
])('of %j: %d', (values, median) => {
  expect(toMedian(values)).toBe(median)
})

test('of nothing there is none', () => {
  expect(toMedian([])).toBeNaN()
})

test('leaves the list as it was', () => {
  const values = [2, 1]
  toMedian(values)
  expect(values).toEqual([2, 1])
})
