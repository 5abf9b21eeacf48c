import { openModal } from '../browser/pressUntil.js'
import { withVisit } from '../browser/withVisit.js'
import { type Lab, type Measurement, samples, slowdown } from '../lab.js'
import { toMetric } from '../report/metric.js'
import { takeSamples } from './takeSamples.js'

/** Measures from the click on the button to the painted list of wallets. */
export const measureOpening: Measurement = async (lab) => {
  const hovered = await compare(lab, true)
  const direct = await compare(lab, false)
  return [
    toMetric('click to wallet list, after a hover of 150 ms', hovered.app, 'ms', 65),
    toMetric('click to wallet list, after a hover of 150 ms: floor', hovered.floor, 'ms'),
    toMetric('click to wallet list, without a hover', direct.app, 'ms', 105),
    toMetric('click to wallet list, without a hover: floor', direct.floor, 'ms'),
  ]
}

function compare(lab: Lab, isHovered: boolean): Promise<{ readonly app: number; readonly floor: number }> {
  return takeSamples(samples, (name) =>
    withVisit(lab, name, { slowdown }, async (visit) => {
      const { start, end } = await openModal(visit, isHovered)
      return end - start
    }),
  )
}
