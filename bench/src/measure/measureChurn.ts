import { readMemory } from '../browser/readMemory.js'
import { withVisit } from '../browser/withVisit.js'
import type { Measurement } from '../lab.js'
import { toMetric } from '../report/metric.js'

const rounds = 50
const warmUp = 50

declare global {
  interface Window {
    /** Set by bench/churn-app. */
    createModal(): { open(): unknown; destroy(): void }
  }
}

/** Measures the memory that leaks when modals are created, opened and destroyed. */
export const measureChurn: Measurement = (lab) =>
  withVisit(lab, 'churn-app', {}, async (visit) => {
    await visit.evaluate(churn, warmUp)
    const before = await readMemory(visit)
    await visit.evaluate(churn, rounds)
    const after = await readMemory(visit)
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
