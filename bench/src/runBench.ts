import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/lib/root.mjs'
import type { Measurement } from './lab.js'
import { measurements } from './measurements.js'
import { openLab } from './openLab.js'
import { describe, formatMarkdown } from './report/formatMarkdown.js'
import type { Metric } from './report/metric.js'
import { isGated, toVerdict } from './report/toVerdict.js'

/**
 * Runs all measurements, or only the named ones, and prints the results. Writes them to disk after a full run.
 *
 * @returns whether every size and count is within its budget
 */
export async function runBench(folder: string, names: readonly string[]): Promise<boolean> {
  const unknown = names.filter((name) => !Object.hasOwn(measurements, name))
  if (unknown.length > 0) {
    const known = Object.keys(measurements).join(', ')
    throw new Error(`Unknown measurement: ${unknown.join(', ')}. Available measurements: ${known}.`)
  }
  const chosen = Object.entries(measurements).filter(([name]) => names.length === 0 || names.includes(name))
  const metrics = await measure(folder, chosen)
  const method = readFileSync(join(root, 'bench/method.md'), 'utf8')
  const markdown = formatMarkdown(metrics, method)
  process.stdout.write(`\n${markdown}\n`)
  if (names.length === 0) {
    writeFileSync(join(root, 'bench/results.json'), `${JSON.stringify({ metrics }, null, 2)}\n`)
    writeFileSync(join(root, 'bench/RESULTS.md'), markdown)
  }
  const excesses = metrics.filter((metric) => isGated(metric) && toVerdict(metric) === 'over')
  for (const { name, value, unit, budget } of excesses) {
    process.stderr.write(`${name}: ${describe(value, unit)}; the budget is ${budget}.\n`)
  }
  return excesses.length === 0
}

type Named = readonly [name: string, measurement: Measurement]

async function measure(folder: string, chosen: readonly Named[]): Promise<readonly Metric[]> {
  process.stdout.write('Packing, installing and building the measured app …\n')
  const { close, ...lab } = await openLab(folder)
  try {
    const metrics: Metric[] = []
    for (const [name, measurement] of chosen) {
      process.stdout.write(`Measuring ${name} …\n`)
      metrics.push(...(await measurement(lab)))
    }
    return metrics
  } finally {
    await close()
  }
}
