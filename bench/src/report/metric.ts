import { toMedian } from './toMedian.js'

/** One figure as stored in bench/results.json. */
export type Metric = {
  readonly name: string
  readonly value: number
  readonly unit: Unit
  /** The maximum, in the same unit; null without a budget. For a time it comes from the floor of the same run. */
  readonly budget: number | null
  /** Only for times. */
  readonly time?: Time
}

/** The budgets of a time: milliseconds, except for `multiple` and `maxMultiple`. */
export type Time = {
  readonly range: Range
  readonly floor: number
  readonly floorRange: Range
  /** The median as a multiple of the floor's; null where the floor is zero. */
  readonly multiple: number | null
  /** The budget as a multiple of the floor, without the tolerance. */
  readonly maxMultiple: number
}

type Range = readonly [min: number, max: number]

/** The name of a count says what is counted. */
export type Unit = 'KiB' | 'MiB' | 'MB' | 'ms' | 'count' | 'score'

/** Rounds to the decimals that are reproducible or useful. */
const decimals: { readonly [unit in Unit]: number } = { KiB: 2, MiB: 2, MB: 1, ms: 1, count: 2, score: 4 }

/**
 * Tolerance by which a multiple of the floor may exceed its budget before the command fails: the spread of the multiples of
 * unchanged code between runs (see method.md).
 */
export const tolerance = 0.2

export function toMetric(name: string, value: number, unit: Unit, budget: number | null = null): Metric {
  if (!Number.isFinite(value)) throw new Error(`"${name}" could not be measured: the result is ${value}.`)
  return { name, value: round(value, unit), unit, budget: budget === null ? null : round(budget, unit) }
}

export type TimeBudget = {
  /** Budget as a multiple of the floor. */
  readonly multiple: number
  /** Milliseconds that are allowed beyond the floor in any case: a fast machine's floor may be zero. */
  readonly atLeast?: number
}

/** Compares the median of several visits with the floor's in the same run. */
export function toTimeMetric(
  name: string,
  taken: readonly number[],
  floorTaken: readonly number[],
  { multiple: maxMultiple, atLeast = 0 }: TimeBudget,
): Metric {
  const [value, floor] = [toMedian(taken), toMedian(floorTaken)]
  const budget = Math.max(floor * maxMultiple * (1 + tolerance), floor + atLeast)
  const toRange = (values: readonly number[]): Range => [
    round(Math.min(...values), 'ms'),
    round(Math.max(...values), 'ms'),
  ]
  return {
    ...toMetric(name, value, 'ms', budget),
    time: {
      range: toRange(taken),
      floor: round(floor, 'ms'),
      floorRange: toRange(floorTaken),
      multiple: floor === 0 ? null : Number((value / floor).toFixed(2)),
      maxMultiple,
    },
  }
}

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

/** Adding zero turns -0, which JSON can't represent, into 0. */
function round(exact: number, unit: Unit): number {
  return Number(exact.toFixed(decimals[unit])) + 0
}
