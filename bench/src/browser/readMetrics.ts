import { setTimeout as wait } from 'node:timers/promises'
import type { Visit } from './openVisit.js'

export type Memory = { readonly heap: number; readonly nodes: number; readonly listeners: number }

/** Returns the memory in use after garbage collection. The heap is in bytes. */
export async function readMemory({ cdp }: Visit): Promise<Memory> {
  await cdp.send('Performance.enable')
  // objects freed by one collection may have kept others alive until the next
  for (let round = 0; round < 3; round++) {
    await cdp.send('HeapProfiler.collectGarbage')
    await wait(100)
  }
  const { metrics } = await cdp.send('Performance.getMetrics')
  const read = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  return { heap: read('JSHeapUsedSize'), nodes: read('Nodes'), listeners: read('JSEventListeners') }
}

/** Returns the milliseconds that the tasks of the page have taken so far; `Performance.enable` comes first. */
export async function readWork({ cdp }: Visit): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
}
