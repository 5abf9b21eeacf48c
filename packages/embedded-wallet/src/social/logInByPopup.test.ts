import { afterAll, beforeAll, describe, test } from 'vitest'
import { openSocialWorld, type SocialApp, type SocialWorld } from './testing/openSocialWorld.js'

let world: SocialWorld

beforeAll(async () => {
  world = await openSocialWorld()
}, 60_000)

afterAll(() => world.close())

const done = { value: undefined }

const isStored = ({ page }: SocialApp) => page.evaluate(() => localStorage.getItem('latchkey/wallet/emailLoginUsed'))

/**
 * Milliseconds: long before the login ends by itself, on any machine. That the popup is checked each second is verified with a test clock in
 * createSocialFeatures.test.ts.
 */
const soon = 20_000

/** Milliseconds from closing the popup to the end of the login, by the page's own clock. */
async function measure(app: SocialApp, act: () => Promise<unknown>) {
  await act()
  const outcome = await app.getOutcome()
  return { outcome, took: (await app.read('endedAt')) - (await app.read('closedAt')) }
}

/** Simulates a popup in front of the page: the test browser reports every page as focused. */
const loseFocus = ({ page }: SocialApp): Promise<void> =>
  page.evaluate(() => {
    document.hasFocus = () => false
  })

/** Advances a page's installed clock by half a second, then checks. */
async function pass<value>({ page }: SocialApp, look: () => value): Promise<Awaited<value>> {
  await page.clock.runFor(500)
  return await look()
}

describe.concurrent('a login in a popup', () => {
  test('[S4.10] [S4.11] opens it within the click at 600 by 800, and completes with the secure site’s result', async ({
    expect,
    onTestFinished,
  }) => {
    const app = await world.openApp({ onTestFinished })
    const popup = await app.press()
    expect(popup.viewportSize()).toEqual({ width: 600, height: 800 })
    expect(new URL(popup.url()).pathname).toBe('/loading')
    const closed = popup.waitForEvent('close')
    await popup.click('#allow')
    expect(await app.getOutcome()).toEqual(done)
    await closed
    expect(await app.getSteps()).toEqual(['retrieving'])
    const stored = await app.page.evaluate(() => ({ ...localStorage }))
    expect(stored).toMatchObject({
      'latchkey/wallet/emailLoginUsed': 'true',
      'latchkey/wallet/username': 'ann',
      'latchkey/wallet/socialProvider': 'google',
    })
    expect(stored).not.toHaveProperty('latchkey/wallet/email')
    expect([app.faults, await app.read('warnings')]).toEqual([[], []])
  })

  test('[S4.34] sends the frame the ID of the popup, the network and the preferred account type', async ({
    expect,
    onTestFinished,
  }) => {
    const app = await world.openApp({ onTestFinished })
    const popup = await app.press()
    const id = new URL(popup.url()).searchParams.get('popup')
    await popup.click('#allow')
    await app.getOutcome()
    const asked = app.site.asked.filter(({ name }) => name.includes('SOCIAL'))
    expect(asked).toEqual([
      { name: 'GET_SOCIAL_REDIRECT_URI', payload: { provider: 'google', popup: id } },
      {
        name: 'CONNECT_SOCIAL',
        payload: {
          uri: expect.stringMatching(/\/social\/result\?state=\w+&code=\w+$/),
          chainId: 1,
          preferredAccountType: 'smartAccount',
          rpcUrl: 'http://127.0.0.1:1',
        },
      },
    ])
    expect(id).toMatch(/^[\da-f]{32}$/)
  })

  test('error: rejects with POPUP_BLOCKED if the browser blocks the popup, and the next click opens it', async ({
    expect,
    onTestFinished,
  }) => {
    const blocking = await openSocialWorld('whole')
    onTestFinished(() => blocking.close())
    const app = await blocking.openApp({ onTestFinished })
    const session = await app.page.context().newCDPSession(app.page)
    // as from a script, without a click
    await session.send('Runtime.evaluate', { expression: "social.logIn('google')", userGesture: false })
    expect(await app.getOutcome()).toMatchObject({ error: 'POPUP_BLOCKED' })
    expect(app.site.count('GET_SOCIAL_REDIRECT_URI')).toBe(0)
    const popup = await app.press()
    await popup.click('#allow')
    expect(await app.getOutcome()).toEqual(done)
  })

  test('error: rejects with SOCIAL_FAILED and the provider’s message, and a retry succeeds', async ({
    expect,
    onTestFinished,
  }) => {
    const app = await world.openApp({ onTestFinished })
    const popup = await app.press()
    await popup.click('#deny')
    expect(await app.getOutcome()).toEqual({
      error: 'SOCIAL_FAILED',
      text: 'Failed to initiate social connection',
      details: 'Access was denied by ann',
    })
    expect(await isStored(app)).toBeNull()
    const again = await app.press()
    await again.click('#allow')
    expect(await app.getOutcome()).toEqual(done)
  })

  test.for(['javascript:alert(1)', 'data:text/html,x', 'blob:http://localhost/1', 'about:blank'])(
    'error: rejects with SOCIAL_FAILED for %s as the URL of a provider, and closes the popup',
    async (uri, { expect, onTestFinished }) => {
      const app = await world.openApp({ onTestFinished })
      app.site.faults.answers = { GET_SOCIAL_REDIRECT_URI: { payload: { uri } } }
      const popup = await app.press()
      await expect.poll(() => popup.isClosed()).toBe(true)
      expect(await app.getOutcome()).toMatchObject({ error: 'SOCIAL_FAILED' })
    },
  )

  test('an abort closes the popup, and no result is sent to the frame', async ({ expect, onTestFinished }) => {
    const app = await world.openApp({ onTestFinished })
    const popup = await app.press()
    await popup.waitForURL(/\/provider/)
    const closed = popup.waitForEvent('close')
    await app.page.evaluate(() => social.leave())
    await closed
    expect(await app.getOutcome()).toMatchObject({ error: 'Error' })
    expect(app.site.count('CONNECT_SOCIAL')).toBe(0)
  })

  test('completes after social:reopen, which does nothing once the popup is closed', async ({
    expect,
    onTestFinished,
  }) => {
    const app = await world.openApp({ onTestFinished })
    const popup = await app.press()
    await popup.waitForURL(/\/provider/)
    await popup.evaluate(() => {
      document.title = 'behind'
      window.addEventListener('focus', () => {
        document.title = 'in front'
      })
    })
    await app.page.bringToFront()
    await app.page.evaluate(() => social.connector.features['social:reopen']?.())
    await popup.click('#allow')
    expect(await app.getOutcome()).toEqual(done)
    // without an open popup there is nothing to focus
    await app.page.evaluate(() => social.connector.features['social:reopen']?.())
  })
})

describe.concurrent('[S4.12] [F18] rejects with POPUP_CLOSED if the popup is closed', () => {
  test('before the provider is known', async ({ expect, onTestFinished }) => {
    const app = await world.openApp({ onTestFinished })
    app.site.faults.delay = 400
    const popup = await app.press()
    await popup.waitForLoadState()
    const { outcome, took } = await measure(app, () => popup.close())
    expect(outcome).toEqual({ error: 'POPUP_CLOSED', text: 'Popup closed', details: undefined })
    expect(took).toBeLessThan(soon)
  })

  test('on the page of the provider', async ({ expect, onTestFinished }) => {
    const app = await world.openApp({ onTestFinished })
    const popup = await app.press()
    await popup.waitForURL(/\/provider/)
    const { outcome, took } = await measure(app, () => popup.close())
    expect(outcome).toMatchObject({ error: 'POPUP_CLOSED', text: 'Popup closed' })
    expect(took).toBeLessThan(soon)
    expect(await isStored(app)).toBeNull()
    // the polling ended with it
    const asked = app.site.asked.length
    await app.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_200)))
    expect(app.site.asked).toHaveLength(asked)
  })

  test('after the provider, before its result is delivered', async ({ expect, onTestFinished }) => {
    const app = await world.openApp({ onTestFinished })
    app.site.faults.isMessageLost = true
    const popup = await app.press()
    await popup.click('#allow')
    await popup.waitForSelector('#continue')
    const { outcome, took } = await measure(app, () => popup.close())
    expect(outcome).toMatchObject({ error: 'POPUP_CLOSED' })
    expect(took).toBeLessThan(soon)
  })
})

describe.concurrent('[F19] a popup that the page cannot observe because of COOP', () => {
  test('of the app: the popup still reaches the provider, and the frame waits for the result', async ({
    expect,
    onTestFinished,
  }) => {
    const app = await world.openApp({ onTestFinished }, { isIsolated: true })
    await loseFocus(app)
    const popup = await app.press()
    await popup.waitForURL(/\/provider/)
    // the site holds only requests that are sent after the popup's first page has reached it
    await expect.poll(() => app.site.countHeld()).toBe(1)
    const asked = app.site.count('CONNECT_SOCIAL')
    // long enough to count as closed
    await app.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2_500)))
    expect(await app.read('outcome')).toBe('waiting')
    await popup.click('#allow')
    await popup.click('#continue')
    expect(await app.getOutcome()).toEqual(done)
    expect(app.site.count('CONNECT_SOCIAL')).toBe(asked)
    expect(app.faults).toEqual([])
  })

  test('of the app: an abort ends the frame’s pending call', async ({ expect, onTestFinished }) => {
    const app = await world.openApp({ onTestFinished }, { isIsolated: true })
    await loseFocus(app)
    const popup = await app.press()
    await popup.waitForURL(/\/provider/)
    await expect.poll(() => app.site.countHeld()).toBe(1)
    await app.page.evaluate(() => social.leave())
    await expect.poll(() => app.site.count('RPC_ABORT')).toBe(1)
  })

  test('of the provider: asks the frame repeatedly while the page is not focused', async ({
    expect,
    onTestFinished,
  }) => {
    const app = await world.openApp({ onTestFinished })
    app.site.faults.isProviderIsolated = true
    await loseFocus(app)
    await app.page.clock.install()
    const popup = await app.press()
    await popup.waitForURL(/\/provider/)
    await expect.poll(() => pass(app, () => app.site.count('CONNECT_SOCIAL'))).toBeGreaterThan(1)
    expect(await app.read('outcome')).toBe('waiting')
    await popup.click('#allow')
    await popup.click('#continue')
    expect(await app.getOutcome()).toEqual(done)
  })

  test('of the provider: rejects with POPUP_CLOSED once the page is focused again without a result', async ({
    expect,
    onTestFinished,
  }) => {
    const app = await world.openApp({ onTestFinished })
    app.site.faults.isProviderIsolated = true
    await loseFocus(app)
    await app.page.clock.install()
    const popup = await app.press()
    await popup.waitForURL(/\/provider/)
    await expect.poll(() => pass(app, () => app.site.count('CONNECT_SOCIAL'))).toBeGreaterThan(1)
    await app.page.evaluate(() => {
      document.hasFocus = () => true
      social.closedAt = performance.now()
    })
    await expect.poll(() => pass(app, () => app.read('outcome'))).toMatchObject({ error: 'POPUP_CLOSED' })
    expect((await app.read('endedAt')) - (await app.read('closedAt'))).toBeGreaterThan(4_000)
  })
})

describe.concurrent('[S4.11] [I12] a result that is not from the secure site', () => {
  test('error: rejects with FOREIGN_RESULT if another site posts it, and sends nothing to the frame', async ({
    expect,
    onTestFinished,
  }) => {
    const app = await world.openApp({ onTestFinished })
    const popup = await app.press()
    await popup.waitForURL(/\/provider/)
    const frame = app.page.frames().find((own) => own !== app.page.mainFrame())
    // the URL looks like the secure site's, but the sender decides
    await popup.evaluate(
      (uri) => opener.postMessage({ resultUri: uri }, '*'),
      `${new URL(frame?.url() ?? '').origin}/social/result?state=1&code=2`,
    )
    expect(await app.getOutcome()).toMatchObject({ error: 'FOREIGN_RESULT' })
    expect(app.site.count('CONNECT_SOCIAL')).toBe(0)
  })

  test.for(['http://evil.example/social/result?state=1', 'javascript:alert(1)', '/social/result?state=1', 'x'])(
    'error: rejects with FOREIGN_RESULT if the secure site posts %s',
    async (uri, { expect, onTestFinished }) => {
      const app = await world.openApp({ onTestFinished })
      app.site.faults.resultUri = uri
      const popup = await app.press()
      await popup.click('#allow')
      expect(await app.getOutcome()).toMatchObject({ error: 'FOREIGN_RESULT' })
      expect(app.site.count('CONNECT_SOCIAL')).toBe(0)
    },
  )

  test('is ignored from other windows, and so are malformed messages of the popup', async ({
    expect,
    onTestFinished,
  }) => {
    const app = await world.openApp({ onTestFinished })
    const popup = await app.press()
    await popup.waitForURL(/\/provider/)
    const frame = app.page.frames().find((own) => own !== app.page.mainFrame())
    const forged = { resultUri: `${new URL(frame?.url() ?? '').origin}/social/result?state=1&code=2` }
    // from the right origin but the wrong window, and from the page itself
    await frame?.evaluate((message) => parent.postMessage(message, '*'), forged)
    await app.page.evaluate((message) => window.postMessage(message, location.origin), forged)
    for (const message of [null, 'resultUri', { resultUri: 7 }, { resultUri: null }, ['resultUri']])
      await popup.evaluate((value) => opener.postMessage(value, '*'), message)
    await app.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
    expect(await app.read('outcome')).toBe('waiting')
    expect(app.site.count('CONNECT_SOCIAL')).toBe(0)
    await popup.click('#allow')
    expect(await app.getOutcome()).toEqual(done)
  })

  test('error: rejects with SOCIAL_FAILED if the result is an OAuth error', async ({ expect, onTestFinished }) => {
    const app = await world.openApp({ onTestFinished })
    const popup = await app.press()
    const site = new URL(popup.url()).origin
    app.site.faults.resultUri = `${site}/social/result?error=access_denied&error_description=Ann+said+no`
    await popup.click('#allow')
    expect(await app.getOutcome()).toMatchObject({ error: 'SOCIAL_FAILED', details: 'Ann said no' })
    expect(app.site.count('CONNECT_SOCIAL')).toBe(0)
  })
})
