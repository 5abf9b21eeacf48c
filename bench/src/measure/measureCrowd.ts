import { openModal } from '../browser/pressUntil.js'
import { withVisit } from '../browser/withVisit.js'
import type { Measurement } from '../lab.js'
import { toMetric } from '../report/metric.js'

const crowd = 10_000
/** More rows than any user has wallets, and few enough to render at once. */
const mostRows = 100

/** A page on which ten thousand wallets are announced; without throttling. */
export const measureCrowd: Measurement = (lab) =>
  withVisit(lab, 'app', { wallets: crowd }, async (visit) => {
    const { start, end } = await openModal(visit)
    const rows = await visit.evaluate(
      () => document.querySelector('latchkey-modal')?.shadowRoot?.querySelectorAll('dialog li button').length,
    )
    return [
      toMetric('10,000 announced wallets: rows in the list', rows ?? Number.NaN, 'count', mostRows),
      toMetric('10,000 announced wallets: click to wallet list, no throttle', end - start, 'ms'),
    ]
  })
