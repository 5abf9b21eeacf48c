import { formatMarkdownTable } from '../../../scripts/lib/formatMarkdownTable.mjs'
import type { Metric, Time, Unit } from './metric.js'
import { toVerdict } from './toVerdict.js'

/** bench/RESULTS.md: the method, then times beside their floors, then sizes and counts. */
export function formatMarkdown(metrics: readonly Metric[], method: string): string {
  const times = metrics.flatMap((metric) => (metric.time ? [toTimeRow(metric, metric.time)] : []))
  const others = metrics.filter(({ time }) => !time).map(toRow)
  const tables = [
    [['Time', 'Measured (range)', 'Floor (range)', '× floor', 'Budget', 'Enforced at', 'Verdict'], times],
    [['What', 'Measured', 'Budget', 'Verdict'], others],
  ] as const
  const filled = tables.filter(([, rows]) => rows.length > 0)
  const shown = filled.map(([head, rows]) => formatMarkdownTable([head, ...rows]))
  return `${[method.trim(), ...shown].join('\n\n')}\n`
}

/** Formats a figure with its unit; the unit of a count is in its name. */
export function describe(value: number, unit: Unit): string {
  return unit === 'count' || unit === 'score' ? String(value) : `${value} ${unit}`
}

function toRow(metric: Metric): readonly string[] {
  const { name, value, unit, budget } = metric
  return [name, describe(value, unit), budget === null ? '–' : describe(budget, unit), describeVerdict(metric)]
}

function toTimeRow(metric: Metric, { range, floor, floorRange, multiple, maxMultiple }: Time): readonly string[] {
  return [
    metric.name,
    `${describe(metric.value, 'ms')} (${range.join('–')})`,
    `${describe(floor, 'ms')} (${floorRange.join('–')})`,
    multiple === null ? '–' : `×${multiple}`,
    `×${maxMultiple}`,
    metric.budget === null ? '–' : describe(metric.budget, 'ms'),
    describeVerdict(metric),
  ]
}

function describeVerdict(metric: Metric): string {
  const { value, budget, unit } = metric
  const verdict = toVerdict(metric)
  if (verdict === 'none' || budget === null) return '–'
  if (verdict === 'within') return 'within'
  return `**over by ${describe(Number((value - budget).toFixed(4)), unit)}**`
}
