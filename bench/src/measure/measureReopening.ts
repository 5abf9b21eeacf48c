import type { Visit } from '../browser/openVisit.js'
import { openModal } from '../browser/pressUntil.js'
import { type Memory, readMemory } from '../browser/readMetrics.js'
import { withVisit } from '../browser/withVisit.js'
import type { Lab, Measurement } from '../lab.js'
import type { PageName } from '../prepare/buildPage.js'
import { toMetric } from '../report/metric.js'

type Rounds = {
  /** Number of openings before it counts, which fill the caches of the page and the browser. */
  readonly warmUp: number
  readonly rounds: number
}

/** Measures the memory that each opening and closing leaks: of the first ones, and in the long run. */
export const measureReopening: Measurement = async (lab) => {
  const early = await reopen(lab, 'app', { warmUp: 10, rounds: 10 })
  const earlyFloor = await reopen(lab, 'floor-app', { warmUp: 10, rounds: 10 })
  const app = await reopen(lab, 'app', { warmUp: 20, rounds: 100 })
  const floor = await reopen(lab, 'floor-app', { warmUp: 20, rounds: 100 })
  return [
    toMetric('heap per open and close, times 11 to 20', early.heap / 1024, 'KiB', 3),
    toMetric('heap per open and close, times 11 to 20: floor', earlyFloor.heap / 1024, 'KiB'),
    toMetric('heap per open and close', app.heap / 1024, 'KiB', 3),
    toMetric('heap per open and close: floor', floor.heap / 1024, 'KiB'),
    toMetric('DOM nodes per open and close', app.nodes, 'count', 0),
    toMetric('listeners per open and close', app.listeners, 'count', 0),
  ]
}

function reopen(lab: Lab, name: PageName, { warmUp, rounds }: Rounds): Promise<Memory> {
  return withVisit(lab, name, {}, async (visit) => {
    for (let round = 0; round < warmUp; round++) await openAndClose(visit)
    const before = await readMemory(visit)
    for (let round = 0; round < rounds; round++) await openAndClose(visit)
    const after = await readMemory(visit)
    return {
      heap: (after.heap - before.heap) / rounds,
      nodes: (after.nodes - before.nodes) / rounds,
      listeners: (after.listeners - before.listeners) / rounds,
    }
  })
}

async function openAndClose(visit: Visit): Promise<void> {
  await openModal(visit, false)
  const key = { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 }
  await visit.cdp.send('Input.dispatchKeyEvent', { ...key, type: 'rawKeyDown' })
  await visit.cdp.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' })
  await visit.evaluate(() => window.bench.until('closed'))
}
