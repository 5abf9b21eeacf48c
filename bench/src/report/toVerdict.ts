import type { Metric } from './metric.js'

export type Verdict = 'within' | 'over' | 'none'

export function toVerdict({ value, budget }: Metric): Verdict {
  if (budget === null) return 'none'
  return value > budget ? 'over' : 'within'
}

/** Times differ from machine to machine, so they are reported, not enforced; sizes and counts are enforced. */
export function isGated({ unit }: Metric): boolean {
  return unit !== 'ms'
}
