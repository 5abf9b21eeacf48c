import { expect, it } from 'vitest'
import { toCountLabel } from './Row.js'

it.each([
  [1, '1'],
  [9, '9'],
  [10, '10'],
  [11, '10+'],
  [487, '480+'],
  [10_000, '10000'],
])('labels %d wallets as %s', (count, label) => {
  expect(toCountLabel(count)).toBe(label)
})
