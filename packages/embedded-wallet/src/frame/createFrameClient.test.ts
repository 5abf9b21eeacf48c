import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openPages, type Pages } from './testing/openPages.js'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
})
afterAll(() => pages.close())

const toUrl = (query = ''): string => `${pages.frameOrigin}/frame${query}`
const usedBefore = { 'latchkey/wallet/emailLoginUsed': 'true' }

test('[S4.31] [S9.16] loads the frame on first use, and opens it half a second after READY', async () => {
  const app = await pages.openPage()
  await app.start({ url: toUrl() })
  expect(await app.page.locator('iframe').count()).toBe(0)
  await app.page.evaluate(() => world.follow('open', world.client.open(world.signal)))
  await app.hear('@w3m-frame/READY')
  await app.advance(499)
  expect(await app.page.evaluate(() => world.outcomes['open'])).toBe('waiting')
  const frame = await app.getFrame()
  expect(await frame.evaluate('received')).toEqual([])
  await app.advance(1)
  expect(await app.getOutcome('open')).toEqual({ value: undefined })
  expect(app.faults).toEqual([])
  expect(await app.page.evaluate(() => world.warnings)).toEqual([])
})

test('[S4.31] loads the frame at once if an email login was used before', async () => {
  const app = await pages.openPage({ storage: usedBefore })
  await app.start({ url: toUrl() })
  expect(await app.page.locator('iframe').count()).toBe(1)
  await app.hear('@w3m-frame/READY')
  expect(app.faults).toEqual([])
})

test('[S4.40] creates a hidden frame with the specified ID, name, URL and z-index', async () => {
  const app = await pages.openPage({ storage: usedBefore })
  await app.start({ url: toUrl('?own=1') })
  const frame = app.page.locator('iframe#w3m-iframe[name=w3m-secure-iframe]')
  expect(await frame.isVisible()).toBe(false)
  expect(await frame.evaluate((element) => getComputedStyle(element).zIndex)).toBe('999999')
  expect(await frame.evaluate((element) => getComputedStyle(element).position)).toBe('fixed')
  const { origin, pathname, searchParams } = new URL((await frame.getAttribute('src')) ?? '')
  expect(origin + pathname).toBe(`${pages.frameOrigin}/frame`)
  expect(Object.fromEntries(searchParams)).toEqual({
    own: '1',
    projectId: 'demo',
    chainId: 'eip155:1',
    version: '4',
    enableLogger: 'false',
    rpcUrl: 'https://rpc.example/',
  })
})

test('[S7.30] [S4.39] works with a minimal third-party frame that posts to any target origin', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl() })
  await app.page.evaluate(() =>
    world.follow('mail', world.client.call('CONNECT_EMAIL', { email: 'ann@example.com' }, world)),
  )
  expect(await app.getOutcome('mail')).toEqual({ value: { action: 'VERIFY_OTP' } })
  await app.page.evaluate(() => world.follow('otp', world.client.call('CONNECT_OTP', { otp: '123456' }, world)))
  expect(await app.getOutcome('otp')).toEqual({ value: undefined })
  await app.page.evaluate(() => world.follow('user', world.client.call('GET_USER', undefined, world)))
  expect(await app.getOutcome('user')).toMatchObject({ value: { chainId: 10, email: 'ann@example.com' } })
  await app.page.evaluate(() =>
    world.follow('rpc', world.client.request({ method: 'eth_getBalance', params: [7n] }, { ...world, isSafe: true })),
  )
  expect(await app.getOutcome('rpc')).toEqual({ value: '0x1' })
  const received = (await frame.evaluate('received')) as { type: string; id: string; payload?: unknown }[]
  expect(received.map(({ type, payload }) => [type.slice(9), payload])).toEqual([
    [
      'SYNC_DAPP_DATA',
      {
        projectId: 'demo',
        sdkType: 'w3m',
        sdkVersion: expect.any(String),
        metadata: { name: 'Shop', description: '', url: pages.appOrigin, icons: [] },
      },
    ],
    ['GET_SMART_ACCOUNT_ENABLED_NETWORKS', undefined],
    ['CONNECT_EMAIL', { email: 'ann@example.com' }],
    ['CONNECT_OTP', { otp: '123456' }],
    ['GET_USER', { chainId: 1 }],
    [
      'RPC_REQUEST',
      {
        method: 'eth_getBalance',
        params: ['0x7'],
        chainNamespace: 'eip155',
        chainId: 1,
        rpcUrl: 'https://rpc.example/',
      },
    ],
  ])
  expect(new Set(received.map(({ id }) => id)).size).toBe(received.length)
  for (const { id } of received) expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(app.faults).toEqual([])
})

/** A port of this machine on which nothing listens. */
async function findRefusingPort(): Promise<number> {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  const { port } = holder.address() as { readonly port: number }
  await new Promise((resolve) => holder.close(resolve))
  return port
}

test('[S8.20] [S8.31] [S8.35] [F1] a refused connection fails after a second, is reported once and retried on next use', async () => {
  const app = await pages.openPage()
  await app.start({ url: `http://localhost:${await findRefusingPort()}/frame` })
  await app.page.evaluate(() => {
    world.follow('open', world.client.open(world.signal))
    world.follow('mail', world.client.call('CONNECT_EMAIL', { email: 'ann@example.com' }, world))
  })
  // the timeout of the load, and the browser's error page has loaded
  await expect.poll(() => app.page.evaluate(() => world.clock.pending())).toBe(2)
  await app.advance(999)
  expect(await app.page.evaluate(() => [world.events, world.clock.pending()])).toEqual([[], 2])
  await app.advance(1)
  await expect.poll(() => app.page.evaluate(() => world.clock.pending())).toBe(2)
  await app.advance(100)
  const failure = { error: 'FRAME_LOAD_FAILED', text: 'Unable to load email login dependency', details: undefined }
  expect(await app.getOutcome('open')).toEqual(failure)
  expect(await app.getOutcome('mail')).toEqual(failure)
  expect(await app.page.evaluate(() => world.events)).toEqual([{ timeout: 'iframe_load_failed' }])
  expect(await app.page.evaluate(() => world.alerts)).toEqual(['Network Error'])
  const first = await app.page.locator('iframe').elementHandle()
  await app.page.evaluate(() => world.follow('again', world.client.open(world.signal)))
  expect(await first?.evaluate((element) => element.isConnected)).toBe(false)
  expect(await app.page.locator('iframe').count()).toBe(1)
})

test('[S9.16] fails after 20 s if the host does not respond', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as { readonly port: number }
  const app = await pages.openPage()
  await app.start({ url: `http://localhost:${port}/frame` })
  await app.page.evaluate(() => world.follow('open', world.client.open(world.signal)))
  await app.advance(19_999)
  expect(await app.page.evaluate(() => world.outcomes['open'])).toBe('waiting')
  await app.advance(1)
  expect(await app.getOutcome('open')).toMatchObject({ error: 'FRAME_LOAD_FAILED' })
  expect(await app.page.evaluate(() => world.clock.pending())).toBe(0)
})

test('waits the full 20 s if the page’s CSP forbids requests to the host', async () => {
  const app = await pages.openPage()
  await app.page.evaluate(() => {
    const policy = document.createElement('meta')
    policy.httpEquiv = 'content-security-policy'
    policy.content = "connect-src 'none'"
    document.head.append(policy)
  })
  await app.start({ url: `http://localhost:${await findRefusingPort()}/frame` })
  await app.page.evaluate(() => world.follow('open', world.client.open(world.signal)))
  await expect.poll(() => app.page.evaluate(() => world.clock.pending())).toBe(2)
  await app.advance(1_000)
  await expect.poll(() => app.page.evaluate(() => world.clock.pending())).toBe(2)
  await app.advance(18_999)
  expect(await app.page.evaluate(() => world.outcomes['open'])).toBe('waiting')
  await app.advance(1)
  expect(await app.getOutcome('open')).toMatchObject({ error: 'FRAME_LOAD_FAILED' })
})

test('[F2] accepts READY at 19.9 s, and ignores a repeated READY', async () => {
  const app = await pages.openPage()
  await app.start({ url: toUrl('?ready=manual') })
  await app.page.evaluate(() => world.follow('open', world.client.open(world.signal)))
  const frame = await app.getFrame()
  await app.advance(19_900)
  await frame.evaluate('sayReady(); sayReady()')
  await app.hear('@w3m-frame/READY', 2)
  await app.advance(500)
  expect(await app.getOutcome('open')).toEqual({ value: undefined })
  await frame.evaluate('sayReady()')
  await app.hear('@w3m-frame/READY', 3)
  await app.advance(20_000)
  expect((await frame.evaluate('received.length')) as number).toBe(2)
  expect(await app.page.evaluate(() => [world.events, world.warnings])).toEqual([[], []])
})

test('[I2] does not open on lookalikes of READY, and warns once', async () => {
  const app = await pages.openPage()
  await app.start({ url: toUrl('?ready=manual') })
  await app.page.evaluate(() => world.follow('open', world.client.open(world.signal)))
  const frame = await app.getFrame()
  const lookalikes = ['x@w3m-frame/READY.y', '@W3M-FRAME/READY', '@w3m-Frame/Ready']
  await frame.evaluate((all) => {
    for (const type of all) parent.postMessage({ type, payload: {} }, '*')
  }, lookalikes)
  for (const type of lookalikes) await app.hear(type)
  await app.advance(19_000)
  expect(await app.page.evaluate(() => world.outcomes['open'])).toBe('waiting')
  expect(await app.page.evaluate(() => world.warnings.length)).toBe(1)
  await frame.evaluate('sayReady()')
  await app.hear('@w3m-frame/READY')
  await app.advance(500)
  expect(await app.getOutcome('open')).toEqual({ value: undefined })
})

test('[F2] a client that shares the frame opens although READY arrived before it listened', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl() })
  await app.page.evaluate((url) => {
    const late = world.createClient({ url, id: 'other' })
    world.follow('late', late.open(world.signal))
  }, toUrl())
  expect(await app.getOutcome('late')).toEqual({ value: undefined })
  expect(await app.page.locator('iframe').count()).toBe(1)
  expect((await frame.evaluate('received.length')) as number).toBe(4)
})

test('[S9.16] [S8.21] [S8.35] [F3] [F4] reports a timeout if there is no reply in 120 s, and ignores a later reply', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl('?silent') })
  await app.page.evaluate(() =>
    world.follow('mail', world.client.call('CONNECT_EMAIL', { email: 'ann@example.com' }, world)),
  )
  await expect.poll(() => frame.evaluate('received.length')).toBe(3)
  await app.advance(119_999)
  expect(await app.page.evaluate(() => world.outcomes['mail'])).toBe('waiting')
  await app.advance(1)
  expect(await app.getOutcome('mail')).toMatchObject({ error: 'FRAME_REQUEST_TIMED_OUT' })
  expect(await app.page.evaluate(() => world.events)).toEqual([{ timeout: 'iframe_request_timeout' }])
  expect(await app.page.evaluate(() => world.alerts)).toEqual(['Embedded Wallet Request Timed Out'])
  await frame.evaluate('answer(received[2])')
  await app.hear('@w3m-frame/CONNECT_EMAIL_SUCCESS')
  expect(await app.page.evaluate(() => localStorage.getItem('latchkey/wallet/lastLogin'))).toBe(null)
  expect(await app.getOutcome('mail')).toMatchObject({ error: 'FRAME_REQUEST_TIMED_OUT' })
})

test('[S4.39] [F4] uses the first of two replies to one ID, and ignores the second', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl('?silent') })
  await app.page.evaluate(() => world.follow('user', world.client.call('GET_USER', undefined, world)))
  await expect.poll(() => frame.evaluate('received.length')).toBe(3)
  await frame.evaluate(
    `answer(received[2]); answer(received[2], 'SUCCESS', { address: '0xbad', chainId: 666, email: 'eve@example.com' })`,
  )
  await app.hear('@w3m-frame/GET_USER_SUCCESS', 2)
  expect(await app.getOutcome('user')).toMatchObject({ value: { email: 'ann@example.com' } })
  expect(await app.page.evaluate(() => world.client.memory.get('email'))).toBe('ann@example.com')
  expect(await app.page.evaluate(() => world.events.length)).toBe(1)
})

test('rejects a frame that redirects to another origin, unless that origin is expected', async () => {
  const to = encodeURIComponent(`${pages.otherOrigin}/frame`)
  const url = `${pages.frameOrigin}/redirect?to=${to}`
  const app = await pages.openPage()
  await app.start({ url })
  await app.page.evaluate(() => world.follow('open', world.client.open(world.signal)))
  expect(await app.getOutcome('open')).toMatchObject({
    error: 'FRAME_LOAD_FAILED',
    details: `The secure frame has the origin ${pages.otherOrigin}, not ${pages.frameOrigin}. If frameUrl redirects there, set \`frameOrigin\`.`,
  })
  const other = await pages.openPage()
  await other.open({ url, origin: pages.otherOrigin })
  expect(other.faults).toEqual([])
})

test('[S4.38] returns the stored chain at once, and corrects it if the frame reports another', async () => {
  const app = await pages.openPage({ storage: { 'latchkey/wallet/lastChain': '5' } })
  await app.start({ url: toUrl() })
  await app.page.evaluate(() => world.follow('early', world.client.call('GET_CHAIN_ID', undefined, world)))
  expect(await app.getOutcome('early')).toEqual({ value: { chainId: 5 } })
  expect(await app.page.locator('iframe').count()).toBe(0)
  await app.page.evaluate(() => world.follow('open', world.client.open(world.signal)))
  await app.hear('@w3m-frame/READY')
  await app.advance(500)
  await app.getOutcome('open')
  await app.page.evaluate(() => world.follow('chain', world.client.call('GET_CHAIN_ID', undefined, world)))
  expect(await app.getOutcome('chain')).toEqual({ value: { chainId: 5 } })
  await expect.poll(() => app.page.evaluate(() => world.events)).toEqual([{ chain: { chainId: 10 } }])
  expect(await app.page.evaluate(() => localStorage.getItem('latchkey/wallet/lastChain'))).toBe('10')
})

test('[S4.32] [S4.33] [S9.16] stores a login, and clears it before the reply to a sign-out, which takes at most 3 s', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl() })
  await app.page.evaluate(() =>
    world.follow('mail', world.client.call('CONNECT_EMAIL', { email: 'ann@example.com' }, world)),
  )
  await app.getOutcome('mail')
  const stored = () => app.page.evaluate(() => ({ ...localStorage }))
  expect(await stored()).toHaveProperty('latchkey/wallet/lastLogin')
  await app.page.evaluate(() => world.follow('user', world.client.call('GET_USER', undefined, world)))
  await app.getOutcome('user')
  expect(await stored()).toEqual({
    'latchkey/wallet/email': 'ann@example.com',
    'latchkey/wallet/emailLoginUsed': 'true',
    'latchkey/wallet/lastChain': '10',
    'latchkey/wallet/smartAccountNetworks': '1,10',
  })
  await frame.evaluate('answer = () => undefined')
  await app.page.evaluate(() => world.follow('out', world.client.call('SIGN_OUT', undefined, world)))
  expect(await stored()).toEqual({ 'latchkey/wallet/smartAccountNetworks': '1,10' })
  await expect.poll(() => frame.evaluate('received.at(-1).type')).toBe('@w3m-app/SIGN_OUT')
  await app.advance(2_999)
  expect(await app.page.evaluate(() => world.outcomes['out'])).toBe('waiting')
  await app.advance(1)
  expect(await app.getOutcome('out')).toEqual({ value: undefined })
})

test('[S4.42] [I4] stores the session token of a ready frame only if it is a non-empty string', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl() })
  const say = (token: unknown) =>
    frame.evaluate(
      (value) => parent.postMessage({ type: '@w3m-frame/SESSION_UPDATE', payload: { token: value } }, '*'),
      token,
    )
  await say('good')
  await app.hear('@w3m-frame/SESSION_UPDATE')
  expect(await app.page.evaluate(() => world.client.memory.get('sessionToken'))).toBe('good')
  for (const token of [7, null, { toString: 'x' }, ['good2'], '']) await say(token)
  await app.hear('@w3m-frame/SESSION_UPDATE', 6)
  expect(await app.page.evaluate(() => world.client.memory.get('sessionToken'))).toBe('good')
  expect(await app.page.evaluate(() => world.warnings.length)).toBe(1)
})
