import { setTimeout as wait } from 'node:timers/promises'
import { openModal, pressUntil, walletRow } from '../browser/pressUntil.js'
import { settle } from '../browser/settle.js'
import { withVisit } from '../browser/withVisit.js'
import { type Lab, type Measurement, slowdown } from '../lab.js'
import type { Shift } from '../page/installProbe.js'
import { type Metric, toMetric } from '../report/metric.js'

/** Situations: the code loaded before the click, and the network. */
const situations = [
  { name: 'idle page', options: { slowdown, prefetch: 'idle' } },
  { name: 'nothing loaded in advance, slow 4G', options: { slowdown, prefetch: 'hover', isSlow4G: true } },
] as const

/** Milliseconds that the wallet takes to respond, in which the page shows that it waits. */
const thinking = 800

/** Counts the layout shifts after the modal is first painted: from the click to the list, and through connecting. */
export const measureShifts: Measurement = async (lab) => {
  const metrics: Metric[] = []
  for (const situation of situations) {
    const shifts = await follow(lab, situation)
    if (shifts.length > 0) process.stdout.write(`Layout shifts, ${situation.name}: ${JSON.stringify(shifts)}\n`)
    const score = shifts.reduce((sum, shift) => sum + shift.score, 0)
    metrics.push(
      toMetric(`layout shifts after the modal is first painted, ${situation.name}`, shifts.length, 'count', 0),
      toMetric(`layout shift after the modal is first painted, ${situation.name}: score`, score, 'score', 0),
    )
  }
  return metrics
}

function follow(lab: Lab, { options }: (typeof situations)[number]): Promise<readonly Shift[]> {
  return withVisit(lab, 'app', options, async (visit) => {
    await visit.evaluate(() => {
      Object.assign(window, { benchOpened: window.bench.untilOpened() })
    })
    await openModal(visit, false)
    await settle(visit)
    await visit.evaluate((delay) => Object.assign(window.benchWallet, { delay }), thinking)
    await pressUntil(visit, { selector: walletRow, until: 'connected' })
    await settle(visit)
    // the observer is notified after the frame
    await wait(100)
    return visit.evaluate(async () => {
      const opened = await (window as unknown as { benchOpened: Promise<number> }).benchOpened
      return window.bench.shifts.filter(({ time }) => time >= opened)
    })
  })
}
