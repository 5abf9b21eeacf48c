import { expect, test } from 'vitest'
import { takeSamples } from './takeSamples.js'

test('measures the subjects in turn and discards the first round', async () => {
  const taken: string[] = []
  const values = { app: [900, 7, 30, 5], floor: [800, 3, 1, 2] }
  const result = await takeSamples(['app', 'floor'], 3, async (name) => {
    taken.push(name)
    return values[name].shift()
  })
  expect(result).toEqual({ app: [7, 30, 5], floor: [3, 1, 2] })
  expect(taken).toEqual(Array.from({ length: 4 }, () => ['app', 'floor']).flat())
})
