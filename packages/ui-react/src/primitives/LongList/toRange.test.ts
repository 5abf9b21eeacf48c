import { expect, test } from 'vitest'
import { toRange } from './toRange.js'

test('the lines of a stretch, and no others', () => {
  const tops = [0, 40, 108, 176, 244]
  expect(toRange(tops, { from: 0, to: 50 })).toEqual({ first: 0, end: 2 })
  expect(toRange(tops, { from: 45, to: 120 })).toEqual({ first: 1, end: 3 })
  expect(toRange(tops, { from: 200, to: 9_000 })).toEqual({ first: 3, end: 4 })
  expect(toRange(tops, { from: -500, to: -100 })).toEqual({ first: 0, end: 0 })
  expect(toRange([0], { from: 0, to: 100 })).toEqual({ first: 0, end: 0 })
})

test('every line that touches the stretch is in it, wherever it lies', () => {
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
