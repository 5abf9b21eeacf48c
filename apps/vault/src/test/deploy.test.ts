import { chromiumOptions } from '@latchkey/devnet/chromium'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../custody/database/database.js'
import { migrations } from '../custody/database/migrations.js'
import { ask, getFrame } from '../frame/test/openWorld.js'
import { type ParentPage, startParentPage } from '../frame/test/startParentPage.js'
import { createGuest, type Guest } from './createGuest.js'
import { makeReleases, type Release, type Releases } from './makeReleases.js'
import { type Deployment, startDeployment } from './startDeployment.js'

let releases: Releases
let parent: ParentPage
let deployment: Deployment
let browser: Browser
let running: Release | undefined
const guests: Guest[] = []

beforeAll(async () => {
  ;[releases, parent, browser] = await Promise.all([
    makeReleases(),
    startParentPage(),
    chromium.launch(chromiumOptions()),
  ])
  deployment = await startDeployment({ origin: parent.origin })
})
afterAll(async () => {
  await browser?.close()
  await deployment?.stop()
  await parent?.stop()
  await releases?.remove()
})
afterEach(async () => {
  for (const { page } of guests.splice(0)) await page.context().close()
})

let count = 0
async function invite(): Promise<Guest> {
  // limits apply per mailbox
  const email = `guest-${count++}@mail.example`
  const guest = await createGuest(browser, { deployment, origin: parent.origin, email })
  guests.push(guest)
  return guest
}
async function deploy(release: Release): Promise<void> {
  if (running === release) return
  await deployment.deploy([release])
  running = release
}
async function sign(guest: Guest): Promise<void> {
  const press = await guest.startSigning()
  expect(await guest.isSigned(await press())).toBe(true)
}

describe.each([
  ['by a newer one', 'older', 'newer'],
  ['by the older one', 'newer', 'older'],
] as const)('[F41] a vault that is replaced while in use, %s', (_, before, after) => {
  test('users with an open request, link or code can continue, and each page reloads once', async () => {
    const [from, to] = [releases[before], releases[after]]
    await deploy(from)
    const [asked, linked, coded] = await Promise.all([invite(), invite(), invite()])
    await asked.logIn()
    const address = await asked.getAddress()
    const press = await asked.startSigning()
    await Promise.all([linked.startLogin(), coded.startLogin()])
    // pending until the link is clicked
    const approval = ask(linked.page, 'CONNECT_DEVICE')
    const coming = ask(coded.page, 'CONNECT_DEVICE')
    await coded.pressLink()
    expect(await coming).toMatchObject({ type: '@w3m-frame/CONNECT_DEVICE_SUCCESS' })

    await deploy(to)

    expect(await asked.isSigned(await press())).toBe(true)
    await linked.pressLink()
    expect(await approval).toMatchObject({ type: '@w3m-frame/CONNECT_DEVICE_SUCCESS' })
    // its page reloads while the user looks for the code
    await linked.page.evaluate('ready(2)')
    for (const guest of [linked, coded])
      expect(await guest.enterCode()).toMatchObject({ type: '@w3m-frame/CONNECT_OTP_SUCCESS' })
    for (const guest of [asked, linked, coded]) {
      await guest.page.evaluate('ready(2)')
      expect(await guest.getRelease()).toBe(after === 'newer' ? 'newer' : undefined)
      expect((await ask(guest.page, 'IS_CONNECTED')).payload).toEqual({ isConnected: true })
      await guest.getAddress()
      // it is up to date, so nothing makes it reload again
      expect(guest.getCounts()).toEqual({ loads: 2, told: 1 })
      expect(new URL(getFrame(guest.page).url()).searchParams.getAll('left')).toEqual([from.build])
      // a link and a code, and no other email
      expect(deployment.mailbox.getMails(guest.email)).toHaveLength(2)
    }
    expect(await asked.getAddress()).toBe(address)
    await sign(coded)
    // the newer version migrated while the older one ran; the older one runs, and starts, with that schema
    const database = openDatabase({ url: deployment.databaseUrl, warn: () => undefined })
    const [row] = await database.query('SELECT max(version) AS version FROM latchkey_migrations')
    await database.close()
    expect(row).toEqual({ version: migrations.length + 1 })
  })
})

describe('[F41] between two versions', () => {
  test('a request during the reload is answered first, and the page reloads afterwards', async () => {
    await deploy(releases.older)
    const guest = await invite()
    await guest.logIn()
    const address = await guest.getAddress()
    const gate = new AbortController()
    let waiting = 0
    await guest.page.context().route(/left=/, async (route) => {
      // not the check that the site responds
      if (!route.request().isNavigationRequest()) return route.continue()
      waiting += 1
      if (waiting === 1) await new Promise((resolve) => gate.signal.addEventListener('abort', resolve))
      await route.continue().catch(() => undefined) // the navigation was canceled
    })
    await deploy(releases.newer)
    await guest.getAddress()
    await expect.poll(() => waiting).toBe(1)
    // the request stops the pending reload
    expect(await guest.getAddress()).toBe(address)
    gate.abort()
    await guest.page.evaluate('ready(2)')
    expect([await guest.getRelease(), await guest.getAddress(), waiting]).toEqual(['newer', address, 2])
  })

  test('with both running, users stay logged in, requests succeed, and the page reloads at most twice', async () => {
    const guest = await invite()
    await guest.logIn()
    const address = await guest.getAddress()
    await deployment.deploy([releases.older, releases.newer])
    running = undefined
    for (let turn = 0; turn < 12; turn++) {
      // a new connection each time, so that another site serves it
      deployment.turn()
      expect(await guest.getAddress()).toBe(address)
    }
    await sign(guest)
    expect(guest.getCounts().loads).toBeLessThanOrEqual(3)
    // also for new users, who may get the page from one site and its script from the other
    for (const next of await Promise.all([invite(), invite()]))
      expect((await ask(next.page, 'IS_CONNECTED')).payload).toEqual({ isConnected: false })
  })

  test('error: reports an unreachable vault, and retries succeed once it is back', async () => {
    const guest = await invite()
    await guest.logIn()
    const address = await guest.getAddress()
    const press = await guest.startSigning()
    await deployment.kill()
    const cannot = { message: 'We can’t reach your wallet. Try again.' }
    expect(await press()).toEqual(cannot)
    expect((await ask(guest.page, 'GET_USER')).payload).toEqual(cannot)
    await deploy(releases.newer)
    expect(await guest.getAddress()).toBe(address)
    await sign(guest)
  })
})
