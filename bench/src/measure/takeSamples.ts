import { toMedian } from '../report/toMedian.js'

/**
 * Returns the median of a figure for the app and for the baseline, sampled alternately, so that other load on the
 * machine affects both. The first pair warms up the browser and doesn't count.
 */
export async function takeSamples(
  count: number,
  take: (name: 'app' | 'floor-app') => Promise<number>,
): Promise<{ readonly app: number; readonly floor: number }> {
  const app: number[] = []
  const floor: number[] = []
  for (let index = 0; index <= count; index++) {
    app.push(await take('app'))
    floor.push(await take('floor-app'))
  }
  return { app: toMedian(app.slice(1)), floor: toMedian(floor.slice(1)) }
}
