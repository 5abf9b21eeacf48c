import { openModal } from '../browser/pressUntil.js'
import { withVisit } from '../browser/withVisit.js'
import type { Lab, Measurement } from '../lab.js'
import type { PageName } from '../prepare/buildPage.js'
import { toMetric } from '../report/metric.js'
import { createTally, type Step } from './createTally.js'
import { firstOpenBudget } from './featureBudget.js'
import { isScript, isStylesheet, weighFiles } from './weighFiles.js'

/** Measures the files of the page before the user acts, and those of the first opening. */
export const measureFirstOpen: Measurement = async (lab) => {
  const app = await openOnce(lab, 'app')
  const viem = await openOnce(lab, 'viem-app')
  const three = await openOnce(lab, 'three-app')
  const floor = await openOnce(lab, 'floor-app')
  const empty = await withVisit(lab, 'empty-app', {}, (visit) => createTally(lab, 'empty-app', visit).take())
  const toWeight = (name: PageName, { files }: Step, isCounted = isScript): number =>
    weighFiles(lab.pages[name].built, files, isCounted)
  const base = toWeight('empty-app', empty)
  return [
    toMetric(
      'JavaScript before the user acts, beyond an empty React page',
      toWeight('app', app.load) - base,
      'KiB',
      16,
    ),
    toMetric('JavaScript before the user acts, chains from viem', toWeight('viem-app', viem.load) - base, 'KiB'),
    toMetric(
      'JavaScript before the user acts, three ecosystems and pairing',
      toWeight('three-app', three.load) - base,
      'KiB',
      22,
    ),
    toMetric('JavaScript before the user acts: floor', toWeight('floor-app', floor.load) - base, 'KiB'),
    toMetric('CSS before the user acts', toWeight('app', app.load, isStylesheet), 'KiB'),
    toMetric('JavaScript more on first open', toWeight('app', app.open), 'KiB', firstOpenBudget),
    toMetric(
      'JavaScript more on first open, chains from viem',
      toWeight('viem-app', viem.open),
      'KiB',
      firstOpenBudget,
    ),
    toMetric('requests on first open', app.open.files.length, 'count'),
    toMetric('requests to other hosts before the user acts', app.load.foreign, 'count', 0),
    toMetric('requests to other hosts on first open', app.open.foreign, 'count', 0),
  ]
}

function openOnce(lab: Lab, name: PageName): Promise<{ readonly load: Step; readonly open: Step }> {
  return withVisit(lab, name, { prefetch: 'hover' }, async (visit) => {
    const tally = createTally(lab, name, visit)
    const load = await tally.take()
    await openModal(visit)
    return { load, open: await tally.take() }
  })
}
