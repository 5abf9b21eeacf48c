import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/lib/root.mjs'
import type { Measurement } from './lab.js'
import { measurements } from './measurements.js'
import { openLab } from './openLab.js'
import { describe, formatMarkdown } from './report/formatMarkdown.js'
import { mergeResults, type Result } from './report/metric.js'
import { toVerdict } from './report/toVerdict.js'

type BenchOptions = {
  /** The measurements to run. Default: all. */
  readonly names: readonly string[]
  /** Whether the figures are written to disk. */
  readonly isWritten: boolean
}

/**
 * Runs all measurements, or only the named ones, and prints the results. Figures that are written replace those of the
 * same measurements.
 *
 * @returns whether every figure is within its budget
 */
export async function runBench(folder: string, { names, isWritten }: BenchOptions): Promise<boolean> {
  const unknown = names.filter((name) => !Object.hasOwn(measurements, name))
  if (unknown.length > 0) {
    const known = Object.keys(measurements).join(', ')
    throw new Error(`Unknown measurement: ${unknown.join(', ')}. Available measurements: ${known}.`)
  }
  const chosen = Object.entries(measurements).filter(([name]) => names.length === 0 || names.includes(name))
  const results = await measure(folder, chosen)
  const method = readFileSync(join(root, 'bench/method.md'), 'utf8')
  process.stdout.write(`\n${formatMarkdown(results, '')}\n`)
  if (isWritten) {
    const path = join(root, 'bench/results.json')
    const { metrics: earlier } = existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as { readonly metrics: readonly Result[] })
      : { metrics: [] }
    const metrics = mergeResults(Object.keys(measurements), names.length === 0 ? [] : earlier, results)
    writeFileSync(path, `${JSON.stringify({ metrics }, null, 2)}\n`)
    writeFileSync(join(root, 'bench/RESULTS.md'), formatMarkdown(metrics, method))
  }
  const excesses = results.filter((result) => toVerdict(result) === 'over')
  for (const { name, value, unit, budget } of excesses) {
    process.stderr.write(`${name}: ${describe(value, unit)}; the budget is ${budget}.\n`)
  }
  return excesses.length === 0
}

type Named = readonly [name: string, measurement: Measurement]

async function measure(folder: string, chosen: readonly Named[]): Promise<readonly Result[]> {
  process.stdout.write('Packing, installing and building the measured apps …\n')
  const { close, ...lab } = await openLab(folder)
  try {
    const results: Result[] = []
    for (const [measurement, run] of chosen) {
      process.stdout.write(`Measuring ${measurement} …\n`)
      for (const metric of await run(lab)) results.push({ measurement, ...metric })
    }
    return results
  } finally {
    await close()
  }
}
