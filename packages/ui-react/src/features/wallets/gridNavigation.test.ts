import { describe, expect, it } from 'vitest'
import { toNextIndex } from './gridNavigation.js'

// 0 1 2 3
// 4 5 6 7
// 8 9
const grid = { count: 10, columns: 4, isRightToLeft: false }

describe('the arrow keys in a grid', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 3, 4],
    ['ArrowRight', 9, undefined],
    ['ArrowLeft', 4, 3],
    ['ArrowLeft', 0, undefined],
    ['ArrowDown', 1, 5],
    ['ArrowDown', 6, 9],
    ['ArrowDown', 8, undefined],
    ['ArrowUp', 8, 4],
    ['ArrowUp', 3, undefined],
    ['Home', 7, 0],
    ['End', 1, 9],
    ['Enter', 1, undefined],
    ['a', 1, undefined],
  ] as const)('%s from %d moves to %s', (key, index, expected) => {
    expect(toNextIndex(key, { ...grid, index })).toBe(expected)
  })

  it('follow the writing direction', () => {
    const mirrored = { ...grid, isRightToLeft: true, index: 5 }
    expect(toNextIndex('ArrowRight', mirrored)).toBe(4)
    expect(toNextIndex('ArrowLeft', mirrored)).toBe(6)
    expect(toNextIndex('ArrowDown', mirrored)).toBe(9)
  })
})
