import { expect, test } from 'vitest'
import { createRandom } from './measureClicks.js'

test('createRandom returns the same numbers for the same seed, others for another seed, all between 0 and 1', () => {
  const take = (seed: number): readonly number[] => Array.from({ length: 1000 }, createRandom(seed))
  expect(take(7)).toEqual(take(7))
  expect(take(7)).not.toEqual(take(8))
  expect(take(7).every((value) => value >= 0 && value < 1)).toBe(true)
  expect(take(7).filter((value) => value < 0.5).length).toBeGreaterThan(450)
})
