import { withVisit } from '../browser/withVisit.js'
import { type Measurement, samples, slowdown } from '../lab.js'
import { toMetric } from '../report/metric.js'
import { takeSamples } from './takeSamples.js'

/** A longer task is noticeable; the time beyond this counts. */
const noticeable = 50
/** What the modal may add to the baseline. */
const allowance = 20

/** Measures how long loading blocks the main thread. */
export const measureLoad: Measurement = async (lab) => {
  const { app, floor } = await takeSamples(samples, (name) =>
    withVisit(lab, name, { slowdown }, async ({ evaluate }) => {
      const durations = await evaluate(() => window.bench.longTasks)
      return durations.reduce((sum, duration) => sum + Math.max(0, duration - noticeable), 0)
    }),
  )
  return [
    toMetric('blocking time at load', app, 'ms', floor + allowance),
    toMetric('blocking time at load: floor', floor, 'ms'),
  ]
}
