import { expect, test } from 'vitest'
import { runBench } from './runBench.js'

test('error: rejects an unknown measurement before anything is packed', async () => {
  await expect(runBench('unused', { names: ['heap', 'speed'], isWritten: false })).rejects.toThrow(
    'Unknown measurement: speed. Available measurements: first-open, features,',
  )
})
