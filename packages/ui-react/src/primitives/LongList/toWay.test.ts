import { expect, test } from 'vitest'
import { toWay } from './toWay.js'

const place = (...ids: readonly string[]) => ({
  lines: ids.map((id) => ({ id })),
  tops: [...ids.map((_, index) => index * 10), ids.length * 10],
})

test('what comes in above moves what is seen by its height', () => {
  expect(toWay(place('a', 'b', 'c'), place('x', 'y', 'a', 'b', 'c'), 10)).toBe(20)
  // a line of which the upper half is out of sight
  expect(toWay(place('a', 'b', 'c'), place('x', 'a', 'b', 'c'), 5)).toBe(10)
})

test('what goes above moves it back, what comes or goes below does not', () => {
  expect(toWay(place('a', 'b', 'c'), place('b', 'c'), 10)).toBe(-10)
  expect(toWay(place('a', 'b', 'c'), place('a', 'b', 'c', 'd'), 10)).toBe(0)
})

test('where what was seen is gone, the next that is there counts', () => {
  expect(toWay(place('a', 'b', 'c'), place('x', 'a', 'c'), 10)).toBe(0)
  expect(toWay(place('a', 'b'), place('x', 'y'), 10)).toBe(0)
})

test('at the start of the list what is new is seen', () => {
  for (const above of [0, -200]) expect(toWay(place('a'), place('x', 'a'), above)).toBe(0)
})
