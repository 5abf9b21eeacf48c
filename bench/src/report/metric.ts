/** One figure as bench/results.json has it. */
export type Metric = {
  readonly name: string
  readonly value: number
  readonly unit: Unit
  /** At most this, in the same unit. Null where nothing is promised. */
  readonly budget: number | null
}

/** A count is of what the name says. */
export type Unit = 'KiB' | 'MiB' | 'MB' | 'ms' | 'count'

/** Decimals that repeat from run to run, or that a reader can use. */
const decimals: { readonly [unit in Unit]: number } = { KiB: 2, MiB: 2, MB: 1, ms: 1, count: 2 }

export function toMetric(name: string, value: number, unit: Unit, budget: number | null = null): Metric {
  if (!Number.isFinite(value)) throw new Error(`"${name}" could not be measured: it came out as ${value}.`)
  // adding zero turns a negative zero, which JSON cannot say, into a plain one
  const round = (exact: number): number => Number(exact.toFixed(decimals[unit])) + 0
  return { name, value: round(value), unit, budget: budget === null ? null : round(budget) }
}
