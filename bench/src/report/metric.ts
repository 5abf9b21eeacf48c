/** One figure as stored in bench/results.json. */
export type Metric = {
  readonly name: string
  readonly value: number
  readonly unit: Unit
  /** The maximum, in the same unit; null without a budget. */
  readonly budget: number | null
}

/** The name of a count says what is counted. */
export type Unit = 'KiB' | 'MiB' | 'MB' | 'ms' | 'count'

/** Rounds to the decimals that are reproducible or useful. */
const decimals: { readonly [unit in Unit]: number } = { KiB: 2, MiB: 2, MB: 1, ms: 1, count: 2 }

export function toMetric(name: string, value: number, unit: Unit, budget: number | null = null): Metric {
  if (!Number.isFinite(value)) throw new Error(`"${name}" could not be measured: it the result is ${value}.`)
  // adding zero turns -0, which JSON can't represent, into 0
  const round = (exact: number): number => Number(exact.toFixed(decimals[unit])) + 0
  return { name, value: round(value), unit, budget: budget === null ? null : round(budget) }
}
