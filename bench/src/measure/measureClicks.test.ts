import { expect, test } from 'vitest'
import { createRandom } from './measureClicks.js'

test('the same seed gives the same numbers, another seed others, all from 0 to 1', () => {
  const take = (seed: number): readonly number[] => Array.from({ length: 1000 }, createRandom(seed))
  expect(take(7)).toEqual(take(7))
  expect(take(7)).not.toEqual(take(8))
  expect(take(7).every((value) => value >= 0 && value < 1)).toBe(true)
  expect(take(7).filter((value) => value < 0.5).length).toBeGreaterThan(450)
})
