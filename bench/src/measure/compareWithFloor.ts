import { samples } from '../lab.js'
import type { PageName } from '../prepare/buildPage.js'
import { type Metric, type TimeBudget, toTimeMetric } from '../report/metric.js'
import { takeSamples } from './takeSamples.js'

/** The apps, and the suffixes of their rows' names. */
const apps = [
  { page: 'app', suffix: '' },
  { page: 'viem-app', suffix: ', chains from viem' },
] as const
const pages = ['app', 'viem-app', 'floor-app'] as const

export type TimeRow<Key extends string> = { readonly key: Key; readonly name: string; readonly budget: TimeBudget }

/** Takes one or several times per visit of both apps and the floor, in turns; one row for each time and app. */
export async function compareWithFloor<Key extends string>(
  rows: readonly TimeRow<Key>[],
  visit: (name: PageName) => Promise<Readonly<Record<Key, number>>>,
): Promise<readonly Metric[]> {
  const taken = await takeSamples(pages, samples, visit)
  return rows.flatMap(({ key, name, budget }) =>
    apps.map(({ page, suffix }) =>
      toTimeMetric(
        `${name}${suffix}`,
        taken[page].map((times) => times[key]),
        taken['floor-app'].map((times) => times[key]),
        budget,
      ),
    ),
  )
}
