import { afterAll, beforeAll, describe, test } from 'vitest'
import { openSocialWorld, type SocialApp, type SocialWorld } from './testing/openSocialWorld.js'

let world: SocialWorld

beforeAll(async () => {
  world = await openSocialWorld()
}, 60_000)

afterAll(() => world.close())

const userAgent =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36'

const state = '&tab=2&q=a%20b+c&empty#/shop?x=1'

async function leave(app: SocialApp): Promise<void> {
  await app.page.click('#google')
  await app.page.waitForURL(/\/provider/)
}

async function comeBack(app: SocialApp, answer: 'allow' | 'deny' = 'allow'): Promise<void> {
  await app.page.click(`#${answer}`)
  await app.page.waitForURL(/\/app/)
}

async function resume(app: SocialApp): Promise<unknown> {
  await app.page.evaluate(() => social.resume())
  return app.getOutcome()
}

describe.concurrent('in an in-app browser, which has no popups', () => {
  test('redirects to the provider and back, logs the user in, and restores the page’s URL', async ({
    expect,
    onTestFinished,
  }) => {
    const app = await world.openApp({ onTestFinished }, { userAgent, query: state })
    const before = app.page.url()
    await app.page.evaluate(() => history.replaceState({ cart: [1, 2] }, ''))
    await leave(app)
    expect(app.page.context().pages()).toHaveLength(1)
    await comeBack(app)
    // the result is removed from the URL before any request is sent
    expect(app.page.url()).toBe(before)
    expect(await resume(app)).toEqual({ value: undefined })
    expect(await app.getSteps()).toEqual(['google'])
    expect(app.page.url()).toBe(before)
    const stored = await app.page.evaluate(() => ({ ...localStorage }))
    expect(stored).toMatchObject({
      'latchkey/wallet/emailLoginUsed': 'true',
      'latchkey/wallet/socialProvider': 'google',
    })
    expect(stored).not.toHaveProperty('latchkey/wallet/redirect')
    expect(app.faults).toEqual([])
  })

  test('error: rejects with SOCIAL_FAILED and the provider’s message, and cleans the URL', async ({
    expect,
    onTestFinished,
  }) => {
    const app = await world.openApp({ onTestFinished }, { userAgent })
    await leave(app)
    await comeBack(app, 'deny')
    expect(await resume(app)).toMatchObject({ error: 'SOCIAL_FAILED', details: 'Access was denied by ann' })
    expect(app.page.url()).not.toContain('result_uri')
    expect(await app.page.evaluate(() => localStorage.getItem('latchkey/wallet/redirect'))).toBeNull()
    await leave(app)
    await comeBack(app)
    expect(await resume(app)).toEqual({ value: undefined })
  })

  test('going back from the provider resumes nothing, and the next login succeeds', async ({
    expect,
    onTestFinished,
  }) => {
    const app = await world.openApp({ onTestFinished }, { userAgent })
    await leave(app)
    await app.page.goBack()
    expect(await app.page.evaluate(() => Object.keys(social.connector.features))).not.toContain('social:resume')
    await leave(app)
    await comeBack(app)
    expect(await resume(app)).toEqual({ value: undefined })
  })

  test('error: rejects with SOCIAL_FAILED if the provider’s URL leads nowhere back, and stays on the page', async ({
    expect,
    onTestFinished,
  }) => {
    const app = await world.openApp({ onTestFinished }, { userAgent })
    app.site.faults.answers = {
      GET_SOCIAL_REDIRECT_URI: { payload: { uri: 'https://provider.example/authorize?state=1' } },
    }
    await app.page.click('#google')
    expect(await app.getOutcome()).toMatchObject({ error: 'SOCIAL_FAILED' })
    expect(app.page.url()).toContain('/app')
  })
})

describe.concurrent('with another modal on the page that starts first', () => {
  const query = `&other=${encodeURIComponent('http://other.localhost/frame')}`

  test('keeps the result in the URL until the modal that started the login takes it', async ({
    expect,
    onTestFinished,
  }) => {
    const app = await world.openApp({ onTestFinished }, { userAgent, query: `${query}${state}` })
    const before = app.page.url()
    await leave(app)
    await comeBack(app)
    expect(await app.page.evaluate(() => Object.keys(social.other?.features ?? {}))).not.toContain('social:resume')
    expect(app.page.url()).toContain('result_uri')
    expect(await resume(app)).toEqual({ value: undefined })
    expect(app.page.url()).toBe(before)
    expect(app.faults).toEqual([])
  })

  test('removes a result that no modal waits for from the URL, without logging the user in', async ({
    expect,
    onTestFinished,
  }) => {
    const result = encodeURIComponent('http://localhost/social/result?state=1&code=2')
    const app = await world.openApp({ onTestFinished }, { query: `${query}#top?result_uri=${result}` })
    expect(app.page.url()).toMatch(/[^&?]#top$/)
    const outcome = app.page.evaluate(() =>
      social.other?.features['social:resume']?.({ signal: social.leaving.signal, onStart: () => undefined }),
    )
    await expect(outcome).rejects.toThrow('Failed to initiate social connection')
    expect(await app.page.evaluate(() => Object.keys(social.connector.features))).not.toContain('social:resume')
    expect(app.site.count('CONNECT_SOCIAL')).toBe(0)
  })
})

describe.concurrent('an unexpected result', () => {
  const toQuery = (uri: string) => `#top?result_uri=${encodeURIComponent(uri)}`

  test('does not log the user in, and is removed from the URL', async ({ expect, onTestFinished }) => {
    const app = await world.openApp(
      { onTestFinished },
      { query: toQuery('http://localhost/social/result?state=1&code=2') },
    )
    expect(await resume(app)).toMatchObject({ error: 'SOCIAL_FAILED' })
    expect(await app.getSteps()).toEqual([])
    expect(app.site.count('CONNECT_SOCIAL')).toBe(0)
    expect(app.page.url()).toMatch(/[^&?]#top$/)
    expect(app.page.url()).not.toContain('result_uri')
  })

  test('of another login attempt is rejected with SOCIAL_FAILED', async ({ expect, onTestFinished }) => {
    const app = await world.openApp({ onTestFinished }, { userAgent })
    await leave(app)
    const site = new URL(app.page.url()).searchParams.get('site')
    const { app: appOrigin } = app.origins
    const frame = encodeURIComponent(`${site}/frame`)
    await app.page.goto(`${appOrigin}/app?frame=${frame}${toQuery(`${site}/social/result?state=1&code=2`)}`)
    expect(await resume(app)).toMatchObject({ error: 'SOCIAL_FAILED' })
    expect(app.site.count('CONNECT_SOCIAL')).toBe(0)
  })

  test('[I12] of another site is rejected with FOREIGN_RESULT, and is not sent to the frame', async ({
    expect,
    onTestFinished,
  }) => {
    const app = await world.openApp({ onTestFinished }, { userAgent })
    await leave(app)
    const url = new URL(app.page.url())
    const frame = encodeURIComponent(`${url.searchParams.get('site')}/frame`)
    const foreign = `${app.origins.other}/social/result?state=${url.searchParams.get('state')}`
    await app.page.goto(`${app.origins.app}/app?frame=${frame}${toQuery(foreign)}`)
    expect(await resume(app)).toMatchObject({ error: 'FOREIGN_RESULT' })
    expect(app.site.count('CONNECT_SOCIAL')).toBe(0)
  })
})
