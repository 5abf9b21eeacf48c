import { openVisit } from '../browser/openVisit.js'
import { type Point, press } from '../browser/press.js'
import { withDeadline } from '../browser/withDeadline.js'
import { type Lab, type Measurement, slowdown } from '../lab.js'
import { announceButton } from '../page/announceButton.js'
import type { PageName } from '../prepare/buildPage.js'
import { compareWithFloor } from './compareWithFloor.js'

/** On a slow network, clicks the button as soon as it is painted; measures from navigation to the painted list. */
export const measureHurried: Measurement = (lab) =>
  compareWithFloor(
    [{ key: 'opening', name: 'navigation to wallet list, slow 4G, hurried visitor', budget: { multiple: 1.2 } }],
    async (name) => ({ opening: await visitInAHurry(lab, name) }),
  )

async function visitInAHurry({ browser, pages }: Lab, name: PageName): Promise<number> {
  const visit = await openVisit(browser, { slowdown, isSlow4G: true })
  try {
    await visit.cdp.send('Runtime.enable')
    await visit.cdp.send('Runtime.addBinding', { name: 'benchReport' })
    const button = new Promise<Point>((done) =>
      visit.cdp.once('Runtime.bindingCalled', ({ payload }) => done(JSON.parse(payload) as Point)),
    )
    await visit.page.addInitScript(`(${announceButton})()`)
    await visit.page.goto(pages[name].url, { waitUntil: 'commit' })
    await press(visit, await withDeadline(button, 'The page showed no button.'))
    return await visit.evaluate(() => window.bench.until('listed'))
  } finally {
    await visit.close()
  }
}
