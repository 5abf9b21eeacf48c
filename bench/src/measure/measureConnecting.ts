import { openModal, pressUntil, walletRow } from '../browser/pressUntil.js'
import { settle } from '../browser/settle.js'
import { withVisit } from '../browser/withVisit.js'
import { type Measurement, samples, slowdown } from '../lab.js'
import { toMetric } from '../report/metric.js'
import { takeSamples } from './takeSamples.js'

/** Measures from the click on a wallet that responds at once to the address on the page's button. */
export const measureConnecting: Measurement = async (lab) => {
  const { app, floor } = await takeSamples(samples, (name) =>
    withVisit(lab, name, { slowdown }, async (visit) => {
      await openModal(visit)
      await settle(visit)
      const { start, end } = await pressUntil(visit, { selector: walletRow, until: 'connected' })
      return end - start
    }),
  )
  return [
    toMetric('click on a wallet to the address on the button', app, 'ms', 50),
    toMetric('click on a wallet to the address on the button: floor', floor, 'ms'),
  ]
}
