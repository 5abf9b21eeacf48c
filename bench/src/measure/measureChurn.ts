import { type Memory, readMemory } from '../browser/readMetrics.js'
import { withVisit } from '../browser/withVisit.js'
import type { Measurement } from '../lab.js'
import { toMetric } from '../report/metric.js'

const rounds = 50
const warmUp = 10

declare global {
  interface Window {
    /** Set by bench/churn-app. */
    createModal(): { open(): unknown; destroy(): void }
  }
}

/** Measures the memory that leaks when modals are created, opened and destroyed. */
export const measureChurn: Measurement = (lab) =>
  withVisit(lab, 'churn-app', {}, async (visit) => {
    const run = async (count: number): Promise<Memory> => {
      await visit.evaluate(churn, count)
      // the code that an idle page loads in advance may still be on its way
      await visit.page.waitForLoadState('networkidle')
      return readMemory(visit)
    }
    const before = await run(warmUp)
    const after = await run(rounds)
    return [
      toMetric('heap per create, open and destroy', (after.heap - before.heap) / 1024 / rounds, 'KiB'),
      toMetric('DOM nodes per create, open and destroy', (after.nodes - before.nodes) / rounds, 'count', 0),
      toMetric('listeners per create, open and destroy', (after.listeners - before.listeners) / rounds, 'count', 0),
    ]
  })

async function churn(count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    const modal = window.createModal()
    modal.open()
    await window.bench.until('listed')
    modal.destroy()
    await window.bench.until('closed')
  }
}
