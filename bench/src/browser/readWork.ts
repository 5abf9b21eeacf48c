import type { Visit } from './openVisit.js'

/** Milliseconds that the tasks of the page have taken so far; `Performance.enable` comes first. */
export async function readWork({ cdp }: Visit): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
}
