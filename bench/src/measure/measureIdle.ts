import { openAndConnect } from '../browser/pressUntil.js'
import { withVisit } from '../browser/withVisit.js'
import { type Measurement, slowdown } from '../lab.js'
import { compareWithFloor, type TimeRow } from './compareWithFloor.js'

/** A longer task is noticeable; the time beyond this counts. */
const noticeable = 50

const rows: readonly TimeRow<'blocking' | 'opening' | 'connecting'>[] = [
  // 20 ms at a floor of 60 ms
  { key: 'blocking', name: 'blocking time at load', budget: { multiple: 1.33, atLeast: 20 } },
  // 20 ms at a floor of 45 ms
  { key: 'opening', name: 'click to wallet list, idle page, without a hover', budget: { multiple: 1.45 } },
  // 12 ms at a floor of 25 ms
  { key: 'connecting', name: 'click on a wallet to the address on the button', budget: { multiple: 1.5 } },
]

/** Loads a page and lets it idle, opens the modal, and connects a wallet that responds at once. */
export const measureIdle: Measurement = (lab) =>
  compareWithFloor(rows, (name) =>
    withVisit(lab, name, { slowdown }, async (visit) => {
      const durations = await visit.evaluate(() => window.bench.longTasks)
      const blocking = durations.reduce((sum, duration) => sum + Math.max(0, duration - noticeable), 0)
      return { blocking, ...(await openAndConnect(visit)) }
    }),
  )
