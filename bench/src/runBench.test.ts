import { expect, test } from 'vitest'
import { runBench } from './runBench.js'

test('a measurement that does not exist is refused before anything is packed', async () => {
  await expect(runBench('unused', ['heap', 'speed'])).rejects.toThrow(
    'There is no measurement named speed. The measurements: first-open, features,',
  )
})
