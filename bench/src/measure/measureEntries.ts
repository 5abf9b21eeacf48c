import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SizeEntry } from '../../../scripts/lib/checkSizes.mjs'
import { measureSize } from '../../../scripts/lib/measureSize.mjs'
import { root } from '../../../scripts/lib/root.mjs'
import type { Measurement } from '../lab.js'
import { type Metric, toMetric } from '../report/metric.js'

/** Measures the entries of bench/sizes.json, which the gate `sizes` enforces too. */
export const measureEntries: Measurement = async () => {
  const folder = join(root, 'bench')
  const { external, entries } = JSON.parse(readFileSync(join(folder, 'sizes.json'), 'utf8')) as {
    readonly external: readonly string[]
    readonly entries: readonly SizeEntry[]
  }
  const metrics: Metric[] = []
  for (const { name, imports, external: more = [], budget, lazyBudget } of entries) {
    const { eager, lazy } = await measureSize(imports, [...external, ...more], folder)
    metrics.push(toMetric(`entry ${name}`, eager, 'KiB', budget))
    if (lazyBudget !== undefined) metrics.push(toMetric(`entry ${name}: largest lazy chunk`, lazy, 'KiB', lazyBudget))
  }
  return metrics
}
