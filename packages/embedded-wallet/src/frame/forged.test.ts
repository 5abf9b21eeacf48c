import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppPage, openPages, type Pages } from './testing/openPages.js'
import { toCatalogue } from './testing/toCatalogue.js'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
})
afterAll(() => pages.close())

/** A page whose client waits for replies of every kind, with the ids of the pending messages. */
async function openWaiting(
  query: string,
): Promise<{ readonly app: AppPage; readonly frame: Frame; readonly ids: readonly string[] }> {
  const app = await pages.openPage({ storage: { 'latchkey/wallet/emailLoginUsed': 'true' } })
  const frame = await app.open({ url: `${pages.frameOrigin}/frame?silent${query}` })
  await app.page.evaluate(
    (place) => {
      const { client, follow } = world
      client.place(place)
      follow('user', client.call('GET_USER', undefined, world))
      follow('connected', client.call('IS_CONNECTED', undefined, world))
      follow('email', client.call('CONNECT_EMAIL', { email: 'ann@example.com' }, world))
      follow('update', client.call('UPDATE_EMAIL_SECONDARY_OTP', { otp: '123456' }, world))
      follow('network', client.call('SWITCH_NETWORK', { chainId: 1 }, world))
      follow('rpc', client.request({ method: 'personal_sign', params: [] }, { ...world, isSafe: false }))
    },
    { x: 10, y: 10, width: 360, height: 300 },
  )
  await expect.poll(() => frame.evaluate('received.length')).toBe(8)
  return { app, frame, ids: (await frame.evaluate('received.map(({ id }) => id)')) as string[] }
}

/** Everything that a forged message could change. */
function read({ page }: AppPage): Promise<unknown> {
  return page.evaluate(() => ({
    outcomes: world.outcomes,
    events: world.events,
    warnings: world.warnings,
    stored: { ...localStorage },
    timers: world.clock.pending(),
    frames: [...document.querySelectorAll('iframe')].map(({ id, src }) => [id, src]),
    place: document.querySelector('iframe#w3m-iframe')?.getBoundingClientRect().width,
  }))
}

async function addFrame(app: AppPage, url: string, path: string): Promise<Frame> {
  await app.page.evaluate((src) => {
    const ad = document.createElement('iframe')
    ad.src = src
    document.body.append(ad)
  }, url)
  return app.getFrame(path)
}

const speak = ([target, messages]: readonly [string, readonly object[]]): void => {
  const to = target === 'parent' ? parent : (globalThis as unknown as { opener: Window }).opener
  for (const message of messages) to.postMessage(message, '*')
}

/** Records all messages sent to a window. */
const spy = (): void => {
  Object.assign(globalThis, { spied: [] })
  addEventListener('message', ({ data }) => (globalThis as unknown as { spied: unknown[] }).spied.push(data))
}
const getSpied = (): unknown => (globalThis as unknown as { spied: unknown }).spied

for (const query of ['', '&handshake']) {
  test(`[I1] [T4] ignores every forged message from an ad frame, and sends no reply (${query})`, async () => {
    const { app, ids } = await openWaiting(query)
    const ad = await addFrame(app, `${pages.otherOrigin}/blank`, '/blank')
    await ad.evaluate(spy)
    const before = await read(app)
    await ad.evaluate(speak, ['parent', toCatalogue(ids)] as const)
    await app.hear('catalogue is over')
    expect(await read(app)).toEqual(before)
    expect(await ad.evaluate(getSpied)).toEqual([])
  })

  test(`[I1] [T4] ignores every forged message from a window that the app opened (${query})`, async () => {
    const { app, ids } = await openWaiting(query)
    const opened = app.page.context().waitForEvent('page')
    await app.page.evaluate((url) => void open(url), `${pages.otherOrigin}/blank`)
    const sibling: Page = await opened
    await sibling.waitForLoadState()
    await sibling.evaluate(spy)
    const before = await read(app)
    await sibling.evaluate(speak, ['opener', toCatalogue(ids)] as const)
    await app.hear('catalogue is over')
    expect(await read(app)).toEqual(before)
    expect(await sibling.evaluate(getSpied)).toEqual([])
  })

  test(`[I1] [T4] ignores every forged message from another frame of the same origin as the wallet’s (${query})`, async () => {
    const { app, ids } = await openWaiting(query)
    const twin = await addFrame(app, `${pages.frameOrigin}/blank`, '/blank')
    await twin.evaluate(spy)
    const before = await read(app)
    await twin.evaluate(speak, ['parent', toCatalogue(ids)] as const)
    await app.hear('catalogue is over')
    expect(await read(app)).toEqual(before)
    expect(await twin.evaluate(getSpied)).toEqual([])
  })

  test(`[I1] [T4] ignores every forged message from the frame after it navigates to another origin (${query})`, async () => {
    const { app, frame, ids } = await openWaiting(query)
    await frame.evaluate((url) => location.assign(url), `${pages.otherOrigin}/blank`)
    await expect
      .poll(() => app.page.evaluate(() => world.outcomes['rpc']))
      .toMatchObject({ error: 'REQUEST_ABORTED', text: 'Something went wrong' })
    const stranger = await app.getFrame('/blank')
    await stranger.evaluate(spy)
    const before = await read(app)
    await stranger.evaluate(speak, ['parent', toCatalogue(ids)] as const)
    await app.hear('catalogue is over')
    expect(await read(app)).toEqual(before)
    expect(await stranger.evaluate(getSpied)).toEqual([])

    await app.page.evaluate(() => world.follow('again', world.client.call('GET_USER', undefined, world)))
    await app.getFrame()
    await app.hear('@w3m-frame/READY', 4)
    expect(await app.page.evaluate(() => world.outcomes['again'])).toBe('waiting')
  })
}

test('accepts the same messages from the secure frame, which shows that the tests above can fail', async () => {
  const { app, frame, ids } = await openWaiting('')
  const before = (await read(app)) as { readonly stored: object }
  await frame.evaluate(speak, ['parent', toCatalogue(ids)] as const)
  await app.hear('catalogue is over')
  for (const name of ['user', 'connected', 'email', 'update', 'network', 'rpc'])
    expect(await app.getOutcome(name)).toHaveProperty('value')
  expect(((await read(app)) as typeof before).stored).not.toEqual(before.stored)
})
