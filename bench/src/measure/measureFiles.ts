import type { Measurement } from '../lab.js'
import type { PageName } from '../prepare/buildPage.js'
import { toMetric } from '../report/metric.js'

/** Counts the files that a production build emits beside the page itself: scripts, styles and assets. */
export const measureFiles: Measurement = async ({ pages }) => {
  const count = (name: PageName): number =>
    [...pages[name].built.keys()].filter((path) => path !== '/index.html').length
  return [
    toMetric('files that the build of an EVM app emits', count('app'), 'count', 60),
    toMetric('files that the build of an EVM app emits, chains from viem', count('viem-app'), 'count', 60),
    toMetric(
      'files that the build of an app with three ecosystems and pairing emits',
      count('three-app'),
      'count',
      110,
    ),
    toMetric('files that the build of the floor emits', count('floor-app'), 'count'),
  ]
}
