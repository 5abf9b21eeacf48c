import { expect, test } from 'vitest'
import { toRange, toWay } from './longListRange.js'

test('toRange returns the lines of a range, and no others', () => {
  const tops = [0, 40, 108, 176, 244]
  expect(toRange(tops, { from: 0, to: 50 })).toEqual({ first: 0, end: 2 })
  expect(toRange(tops, { from: 45, to: 120 })).toEqual({ first: 1, end: 3 })
  expect(toRange(tops, { from: 200, to: 9_000 })).toEqual({ first: 3, end: 4 })
  expect(toRange(tops, { from: -500, to: -100 })).toEqual({ first: 0, end: 0 })
  expect(toRange([0], { from: 0, to: 100 })).toEqual({ first: 0, end: 0 })
})

test('toRange includes every line that touches the range, and at most one more', () => {
  const tops = [0]
  for (let line = 0; line < 60; line++) tops.push((tops.at(-1) ?? 0) + (line % 7 === 0 ? 40 : 68))
  for (let from = -100; from < 4_200; from += 13) {
    const { first, end } = toRange(tops, { from, to: from + 500 })
    const touching = tops.slice(0, -1).flatMap((top, index) => {
      const isTouching = top <= from + 500 && (tops[index + 1] ?? 0) > from
      return isTouching ? [index] : []
    })
    for (const index of touching) expect(index >= first && index < end).toBe(true)
    expect(end - first).toBeLessThanOrEqual(touching.length + 1)
  }
})

const place = (...ids: readonly string[]) => ({
  lines: ids.map((id) => ({ id })),
  tops: [...ids.map((_, index) => index * 10), ids.length * 10],
})

test('toWay shifts the position by the height of lines inserted above', () => {
  expect(toWay(place('a', 'b', 'c'), place('x', 'y', 'a', 'b', 'c'), 10)).toBe(20)
  // a line whose upper half is scrolled out of view
  expect(toWay(place('a', 'b', 'c'), place('x', 'a', 'b', 'c'), 5)).toBe(10)
})

test('toWay shifts it back for lines removed above, but not for lines added below', () => {
  expect(toWay(place('a', 'b', 'c'), place('b', 'c'), 10)).toBe(-10)
  expect(toWay(place('a', 'b', 'c'), place('a', 'b', 'c', 'd'), 10)).toBe(0)
})

test('toWay uses the next line if the top one is gone, and is 0 if none is left', () => {
  expect(toWay(place('a', 'b', 'c'), place('x', 'a', 'c'), 10)).toBe(0)
  expect(toWay(place('a', 'b'), place('x', 'y'), 10)).toBe(0)
})

test('toWay is 0 at the start of the list, so that new lines are visible', () => {
  for (const above of [0, -200]) expect(toWay(place('a'), place('x', 'a'), above)).toBe(0)
})
