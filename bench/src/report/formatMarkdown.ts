import { formatMarkdownTable } from '../../../scripts/lib/formatMarkdownTable.mjs'
import type { Metric, Unit } from './metric.js'
import { isGated, toVerdict } from './toVerdict.js'

/** Returns bench/RESULTS.md: the figures as a table, below the text that describes how they were measured. */
export function formatMarkdown(metrics: readonly Metric[], method: string): string {
  const rows = metrics.map((metric) => [
    metric.name,
    describe(metric.value, metric.unit),
    metric.budget === null ? '–' : describe(metric.budget, metric.unit),
    describeVerdict(metric),
  ])
  return `${method.trim()}\n\n${formatMarkdownTable([['What', 'Measured', 'Budget', 'Verdict'], ...rows])}\n`
}

/** Formats a figure with its unit; the name of a count says what is counted. */
export function describe(value: number, unit: Unit): string {
  return unit === 'count' ? String(value) : `${value} ${unit}`
}

function describeVerdict(metric: Metric): string {
  const { value, budget, unit } = metric
  const verdict = toVerdict(metric)
  if (verdict === 'none' || budget === null) return '–'
  if (verdict === 'within') return 'within'
  const excess = Number((value - budget).toFixed(2))
  return `**over by ${describe(excess, unit)}**${isGated(metric) ? '' : ' (reported, not enforced)'}`
}
