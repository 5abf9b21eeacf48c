import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPages, type Pages } from '../testing/openPages.js'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
})
afterAll(() => pages.close())

const toUrl = (query = ''): string => `${pages.frameOrigin}/frame${query}`

test('modals of one project share a frame but not its replies, and the last one destroyed removes it', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl('?handshake') })
  await app.page.evaluate((url) => {
    const other = world.createClient({ url, id: 'other' })
    Object.assign(world, { other })
    world.follow('other', other.call('GET_USER', undefined, world))
    world.follow('first', world.client.call('SWITCH_NETWORK', { chainId: 137 }, world))
  }, toUrl('?handshake'))
  expect(await app.getOutcome('other')).toMatchObject({ value: { email: 'ann@example.com' } })
  expect(await app.getOutcome('first')).toMatchObject({ value: { chainId: 137 } })
  expect(await app.page.locator('iframe').count()).toBe(1)
  const stored = await app.page.evaluate(() => ({ ...localStorage }))
  expect(stored).toMatchObject({ 'latchkey/wallet/lastChain': '137', 'other/wallet/lastChain': '10' })
  expect(stored).not.toHaveProperty('latchkey/wallet/email')

  await app.page.evaluate(() => {
    world.follow('left', world.client.call('CONNECT_DEVICE', undefined, world))
    world.client.destroy()
    world.client.destroy()
  })
  expect(await app.getOutcome('left')).toMatchObject({ error: 'ABORTED' })
  expect(await app.page.locator('iframe').count()).toBe(1)
  await app.page.evaluate(() => {
    const { other } = world as unknown as { other: typeof world.client }
    world.follow('still', other.call('GET_USER', undefined, world))
  })
  expect(await app.getOutcome('still')).toMatchObject({ value: { chainId: 10 } })
  expect(frame.isDetached()).toBe(false)
  await app.page.evaluate(() => (world as unknown as { other: typeof world.client }).other.destroy())
  expect(await app.page.locator('iframe, dialog').count()).toBe(0)
  expect(await app.page.evaluate(() => world.clock.pending())).toBe(0)
})

test('creates a frame for each project and URL, and uses another ID if one is taken by a foreign frame', async () => {
  const app = await pages.openPage()
  await app.page.evaluate(() => {
    const foreign = document.createElement('iframe')
    foreign.id = 'w3m-iframe'
    document.body.append(foreign)
  })
  await app.page.evaluate(
    ([url = '', other = '']) => {
      for (const [id, options] of Object.entries({
        a: { url },
        b: { url, projectId: 'other' },
        c: { url: other },
        d: { url },
      }))
        world.follow(id, world.createClient({ ...options, id }).open(world.signal))
    },
    [toUrl(), toUrl('?other=1')],
  )
  await app.hear('@w3m-frame/READY', 3)
  await app.advance(500)
  for (const id of ['a', 'b', 'c', 'd']) expect(await app.getOutcome(id)).toEqual({ value: undefined })
  const frames = await app.page.evaluate(() =>
    [...document.querySelectorAll('iframe')].map(({ id, name, src }) => [
      id,
      name,
      new URL(src || 'about:blank').search,
    ]),
  )
  expect(frames.map(([id, name]) => [id, name])).toEqual([
    ['w3m-iframe', ''],
    ['w3m-iframe-2', 'w3m-secure-iframe-2'],
    ['w3m-iframe-3', 'w3m-secure-iframe-3'],
    ['w3m-iframe-4', 'w3m-secure-iframe-4'],
  ])
  expect(frames[2]?.[2]).toContain('projectId=other')
  expect(frames[3]?.[2]).toContain('other=1')
})

test('reports an invalid frameUrl only when the frame is needed', async () => {
  const app = await pages.openPage({ storage: { 'latchkey/wallet/emailLoginUsed': 'true' } })
  await app.start({ url: 'javascript:alert(1)' })
  await app.page.evaluate(() => world.follow('open', world.client.open(world.signal)))
  expect(await app.getOutcome('open')).toMatchObject({
    error: 'FRAME_LOAD_FAILED',
    details: '"javascript:alert(1)" is not a valid frameUrl: expected an http or https URL.',
  })
  expect(await app.page.locator('iframe').count()).toBe(0)
  expect(await app.page.evaluate(() => world.warnings.length)).toBe(1)
})
