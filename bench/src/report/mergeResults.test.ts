import { expect, test } from 'vitest'
import { mergeResults, type Result } from './mergeResults.js'
import { toMetric } from './metric.js'

const toResult = (measurement: string, name: string, value: number): Result => ({
  measurement,
  ...toMetric(name, value, 'count'),
})

test('figures of measurements that ran again replace the earlier ones, and the others stay in order', () => {
  const earlier = [
    toResult('idle', 'a', 1),
    toResult('idle', 'b', 2),
    toResult('heap', 'c', 3),
    toResult('gone', 'd', 4),
  ]
  const later = [toResult('list', 'e', 5), toResult('idle', 'a', 6)]
  expect(mergeResults(['list', 'idle', 'heap'], earlier, later)).toEqual([
    toResult('list', 'e', 5),
    toResult('idle', 'a', 6),
    toResult('heap', 'c', 3),
  ])
})
