import { openAndConnect } from '../browser/pressUntil.js'
import { withVisit } from '../browser/withVisit.js'
import { type Measurement, slowdown } from '../lab.js'
import { compareWithFloor, type TimeRow } from './compareWithFloor.js'

const rows: readonly TimeRow<'opening' | 'connecting'>[] = [
  // 25 ms at a floor of 45 ms
  { key: 'opening', name: 'click to wallet list, slow 4G, idle page', budget: { multiple: 1.6 } },
  // 12 ms at a floor of 25 ms, as on a fast network: an idle page has already loaded the code
  { key: 'connecting', name: 'click on a wallet to the address, slow 4G, idle page', budget: { multiple: 1.5 } },
]

/** Opens the modal of an idle page on a slow network, and connects. Requests after a click cost round trips. */
export const measureSlow: Measurement = (lab) =>
  compareWithFloor(rows, (name) => withVisit(lab, name, { slowdown, isSlow4G: true }, openAndConnect))
