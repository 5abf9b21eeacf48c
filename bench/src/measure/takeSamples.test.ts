import { expect, test } from 'vitest'
import { takeSamples } from './takeSamples.js'

test('takes turns, leaves the first pair out, and gives the medians', async () => {
  const taken: string[] = []
  const values = { app: [900, 7, 30, 5], 'floor-app': [800, 3, 1, 2] }
  const result = await takeSamples(3, async (name) => {
    taken.push(name)
    return values[name].shift() ?? Number.NaN
  })
  expect(result).toEqual({ app: 7, floor: 2 })
  expect(taken).toEqual(Array.from({ length: 4 }, () => ['app', 'floor-app']).flat())
})
