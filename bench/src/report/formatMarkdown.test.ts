import { expect, test } from 'vitest'
import { formatMarkdown } from './formatMarkdown.js'
import { toMetric } from './metric.js'

test('a table under the method: what, measured, budget, verdict', () => {
  const metrics = [
    toMetric('script', 17.34, 'KiB', 10),
    toMetric('floor', 0.3, 'KiB'),
    toMetric('click', 70, 'ms', 65),
    toMetric('requests', 0, 'count', 0),
  ]
  expect(formatMarkdown(metrics, '# Results\n\nHow.\n\n')).toBe(`# Results

How.

| What     | Measured  | Budget | Verdict                                   |
| -------- | --------- | ------ | ----------------------------------------- |
| script   | 17.34 KiB | 10 KiB | **over by 7.34 KiB**                      |
| floor    | 0.3 KiB   | –      | –                                         |
| click    | 70 ms     | 65 ms  | **over by 5 ms** (reported, not enforced) |
| requests | 0         | 0      | within                                    |
`)
})
