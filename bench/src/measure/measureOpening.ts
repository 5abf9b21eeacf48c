import { openModal } from '../browser/pressUntil.js'
import { withVisit } from '../browser/withVisit.js'
import { type Lab, type Measurement, slowdown } from '../lab.js'
import type { PageName } from '../prepare/buildPage.js'
import { compareWithFloor } from './compareWithFloor.js'

/** Measures from the click on the button to the painted list of wallets, on pages that load nothing by themselves. */
export const measureOpening: Measurement = async (lab) => [
  ...(await compareWithFloor(
    // 20 ms at a floor of 45 ms
    [{ key: 'opening', name: 'click to wallet list, after a hover of 150 ms', budget: { multiple: 1.45 } }],
    (name) => open(lab, name, true),
  )),
  ...(await compareWithFloor(
    // 60 ms at a floor of 45 ms
    [{ key: 'opening', name: 'click to wallet list, nothing loaded in advance', budget: { multiple: 2.3 } }],
    (name) => open(lab, name, false),
  )),
]

function open(lab: Lab, name: PageName, isHovered: boolean): Promise<{ readonly opening: number }> {
  return withVisit(lab, name, { slowdown, prefetch: 'hover' }, async (visit) => {
    const { start, end } = await openModal(visit, isHovered)
    return { opening: end - start }
  })
}
