import type { Metric } from './metric.js'

export type Verdict = 'within' | 'over' | 'none'

export function toVerdict({ value, budget }: Metric): Verdict {
  if (budget === null) return 'none'
  return value > budget ? 'over' : 'within'
}
