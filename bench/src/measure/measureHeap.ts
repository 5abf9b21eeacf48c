import { openModal } from '../browser/pressUntil.js'
import { readMemory } from '../browser/readMetrics.js'
import { settle } from '../browser/settle.js'
import { withVisit } from '../browser/withVisit.js'
import type { Lab, Measurement } from '../lab.js'
import type { PageName } from '../prepare/buildPage.js'
import { toMetric } from '../report/metric.js'

const toMebibytes = (bytes: number): number => bytes / 1024 / 1024

/** Measures the page's memory before and after the modal is first opened. */
export const measureHeap: Measurement = async (lab) => {
  const app = await readBoth(lab, 'app')
  const floor = await readBoth(lab, 'floor-app')
  const empty = await withVisit(lab, 'empty-app', {}, readMemory)
  return [
    toMetric('heap after load', toMebibytes(app.loaded), 'MiB', 2.5),
    toMetric('heap after load: floor', toMebibytes(floor.loaded), 'MiB'),
    toMetric('heap after load: empty React page', toMebibytes(empty.heap), 'MiB'),
    toMetric('heap after the first open', toMebibytes(app.opened), 'MiB', 3.2),
    toMetric('heap after the first open: floor', toMebibytes(floor.opened), 'MiB'),
  ]
}

function readBoth(lab: Lab, name: PageName): Promise<{ readonly loaded: number; readonly opened: number }> {
  return withVisit(lab, name, {}, async (visit) => {
    const { heap: loaded } = await readMemory(visit)
    await openModal(visit)
    await settle(visit)
    const { heap: opened } = await readMemory(visit)
    return { loaded, opened }
  })
}
