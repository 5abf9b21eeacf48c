import { isLong } from '../fixtures/matrix.js'
import type { EngineName } from './BrowserPage.js'
import { expect, test } from './browserTest.js'
import { connect } from './flows/connect.js'
import { flows } from './flows/flows.js'
import { signByEmail } from './flows/logInByEmail.js'
import { findObstacle } from './openEngine.js'
import { type FlowTime, reportBrowsers } from './reportBrowsers.js'

const engines: readonly EngineName[] = isLong ? ['Chromium', 'Firefox', 'WebKitGTK'] : ['Firefox']
const wanted = isLong ? flows : [connect, signByEmail]

// serial, so that each browser is started once, and all times are in one place
test.describe.configure({ mode: 'default' })

test.describe('the main flows in every browser', () => {
  const times: FlowTime[] = []

  for (const name of engines)
    for (const flow of wanted)
      test(`in ${name} a user ${flow.title} @reach`, async ({ begin }) => {
        test.setTimeout(isLong ? 300_000 : 120_000)
        const obstacle = findObstacle(name)
        test.skip(obstacle !== undefined, obstacle)
        const { visit, version } = await begin(name, flow)
        const start = performance.now()
        await flow.run(visit)
        times.push({ engine: name, version, title: flow.title, ms: performance.now() - start })
        const errors = await visit.page.readErrors()
        expect(errors.filter((error) => !flow.expectedErrors?.some((pattern) => pattern.test(error)))).toEqual([])
      })

  test.afterAll(async () => {
    if (isLong && times.length === engines.length * wanted.length) await reportBrowsers(times)
  })
})
