import { expect, test } from 'vitest'
import { formatMarkdown } from './formatMarkdown.js'
import { toMetric, toTimeMetric } from './metric.js'

test('writes sizes and counts as a table below the method: name, value, budget and verdict', () => {
  const metrics = [
    toMetric('script', 17.34, 'KiB', 10),
    toMetric('floor', 0.3, 'KiB'),
    toMetric('keystroke', 20, 'ms', 16),
    toMetric('requests', 0, 'count', 0),
  ]
  expect(formatMarkdown(metrics, '# Results\n\nHow.\n\n')).toBe(`# Results

How.

| What      | Measured  | Budget | Verdict              |
| --------- | --------- | ------ | -------------------- |
| script    | 17.34 KiB | 10 KiB | **over by 7.34 KiB** |
| floor     | 0.3 KiB   | –      | –                    |
| keystroke | 20 ms     | 16 ms  | **over by 4 ms**     |
| requests  | 0         | 0      | within               |
`)
})

test('writes times as a separate table, with their floors', () => {
  const metrics = [{ ...toTimeMetric('click', [90, 100, 110], [50, 40, 60], { multiple: 1.5 }), budget: 82.5 }]
  expect(formatMarkdown(metrics, 'How.')).toBe(`How.

| Time  | Measured (range) | Floor (range) | × floor | Budget | Enforced at | Verdict             |
| ----- | ---------------- | ------------- | ------- | ------ | ----------- | ------------------- |
| click | 100 ms (90–110)  | 50 ms (40–60) | ×2      | ×1.5   | 82.5 ms     | **over by 17.5 ms** |
`)
})
