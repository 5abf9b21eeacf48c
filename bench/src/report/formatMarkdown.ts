import { formatMarkdownTable } from '../../../scripts/lib/formatMarkdownTable.mjs'
import type { Metric, Unit } from './metric.js'
import { isGated, toVerdict } from './toVerdict.js'

/** bench/RESULTS.md: the figures as a table, under the text that says how they were come by. */
export function formatMarkdown(metrics: readonly Metric[], method: string): string {
  const rows = metrics.map((metric) => [
    metric.name,
    describe(metric.value, metric.unit),
    metric.budget === null ? '–' : describe(metric.budget, metric.unit),
    describeVerdict(metric),
  ])
  return `${method.trim()}\n\n${formatMarkdownTable([['What', 'Measured', 'Budget', 'Verdict'], ...rows])}\n`
}

/** A figure with its unit; a count is of what its name says. */
export function describe(value: number, unit: Unit): string {
  return unit === 'count' ? String(value) : `${value} ${unit}`
}

function describeVerdict(metric: Metric): string {
  const { value, budget, unit } = metric
  const verdict = toVerdict(metric)
  if (verdict === 'none' || budget === null) return '–'
  if (verdict === 'within') return 'within'
  const excess = Number((value - budget).toFixed(2))
  return `**over by ${describe(excess, unit)}**${isGated(metric) ? '' : ' (not enforced)'}`
}
