import type { Metric } from './metric.js'

/** A figure in bench/results.json, with the measurement that it comes from. */
export type Result = Metric & { readonly measurement: string }

/** Replaces the earlier figures of those measurements that were run again, in the order of all measurements. */
export function mergeResults(
  order: readonly string[],
  earlier: readonly Result[],
  later: readonly Result[],
): readonly Result[] {
  const isLater = new Set(later.map(({ measurement }) => measurement))
  const kept = earlier.filter(({ measurement }) => !isLater.has(measurement))
  return order.flatMap((name) => [...kept, ...later].filter(({ measurement }) => measurement === name))
}
