import { openModal } from '../browser/pressUntil.js'
import { withVisit } from '../browser/withVisit.js'
import { type Lab, type Measurement, samples, slowdown } from '../lab.js'
import { toMetric } from '../report/metric.js'
import { takeSamples } from './takeSamples.js'

/** Measures from the click on the button to the painted list of wallets. */
export const measureOpening: Measurement = async (lab) => {
  const idle = await compare(lab, { prefetch: 'idle', isHovered: false })
  const hovered = await compare(lab, { prefetch: 'hover', isHovered: true })
  const direct = await compare(lab, { prefetch: 'hover', isHovered: false })
  return [
    toMetric('click to wallet list, idle page, without a hover', idle.app, 'ms', 65),
    toMetric('click to wallet list, idle page, without a hover: floor', idle.floor, 'ms'),
    toMetric('click to wallet list, after a hover of 150 ms', hovered.app, 'ms', 65),
    toMetric('click to wallet list, after a hover of 150 ms: floor', hovered.floor, 'ms'),
    toMetric('click to wallet list, nothing loaded in advance', direct.app, 'ms', 105),
    toMetric('click to wallet list, nothing loaded in advance: floor', direct.floor, 'ms'),
  ]
}

/** What happens before the click. */
type Before = { readonly prefetch: 'idle' | 'hover'; readonly isHovered: boolean }

function compare(lab: Lab, { prefetch, isHovered }: Before): Promise<{ readonly app: number; readonly floor: number }> {
  return takeSamples(samples, (name) =>
    withVisit(lab, name, { slowdown, prefetch }, async (visit) => {
      const { start, end } = await openModal(visit, isHovered)
      return end - start
    }),
  )
}
