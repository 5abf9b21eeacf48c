import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, openPages, type Pages } from '../testing/openPages.js'

let pages: Pages
beforeAll(async () => {
  pages = await openPages('whole')
})
afterAll(() => pages.close())

const toUrl = (query = ''): string => `${pages.frameOrigin}/frame${query}`

test('uses a message port at once if the frame announces the handshake', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl('?handshake') })
  expect(await app.page.evaluate(() => world.clock.pending())).toBe(0)
  await app.page.evaluate(() => world.follow('user', world.client.call('GET_USER', undefined, world)))
  expect(await app.getOutcome('user')).toMatchObject({ value: { chainId: 10 } })
  expect(await frame.evaluate('received.map(({ isOnPort }) => isOnPort)')).toEqual([true, true, true])
  expect(await app.page.evaluate(() => world.heard)).toEqual(['@w3m-frame/READY'])
})

test('ignores window messages of the frame itself once a port is in use', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl('?handshake&silent') })
  await app.page.evaluate(() => world.follow('user', world.client.call('GET_USER', undefined, world)))
  await expect.poll(() => frame.evaluate('received.length')).toBe(3)
  await frame.evaluate(`
    const { id } = received[2]
    parent.postMessage({ type: '@w3m-frame/GET_USER_ERROR', id, payload: { message: 'no' } }, '*')
    parent.postMessage({ type: '@w3m-frame/SESSION_UPDATE', payload: { token: 'forged' } }, '*')`)
  await app.hear('@w3m-frame/SESSION_UPDATE')
  expect(await app.page.evaluate(() => world.outcomes['user'])).toBe('waiting')
  expect(await app.page.evaluate(() => world.client.memory.get('sessionToken'))).toBeUndefined()
  await frame.evaluate('answer(received[2])')
  expect(await app.getOutcome('user')).toMatchObject({ value: { chainId: 10 } })
})

test('resends the first messages to a frame that accepts the port after half a second', async () => {
  const app = await pages.openPage()
  await app.start({ url: toUrl('?handshake=late') })
  await app.page.evaluate(() => world.follow('user', world.client.call('GET_USER', undefined, world)))
  const frame = await app.getFrame()
  await frame.waitForFunction('globalThis.accept')
  await app.advance(500)
  await expect.poll(() => app.page.evaluate(() => world.clock.pending())).toBe(3)
  expect(await frame.evaluate('received')).toEqual([])
  await frame.evaluate('accept()')
  expect(await app.getOutcome('user')).toMatchObject({ value: { chainId: 10 } })
  expect(await frame.evaluate('received.map(({ type }) => type)')).toEqual([
    '@w3m-app/SYNC_DAPP_DATA',
    '@w3m-app/GET_SMART_ACCOUNT_ENABLED_NETWORKS',
    '@w3m-app/GET_USER',
  ])
})

for (const query of ['?silent', '?silent&handshake'])
  test(`[S8.33] [F5] rejects pending requests when the frame reloads, and sends new ones to its new document (${query})`, async () => {
    const app = await pages.openPage()
    const frame = await app.open({ url: toUrl(query) })
    const ask = (name: string) =>
      app.page.evaluate(
        (own) => world.follow(own, world.client.request({ method: 'personal_sign' }, { ...world, isSafe: false })),
        name,
      )
    await ask('first')
    await expect.poll(() => frame.evaluate('received.length')).toBe(3)
    await frame.evaluate('location.reload()')
    expect(await app.getOutcome('first')).toMatchObject({ error: 'REQUEST_ABORTED', text: 'Something went wrong' })
    await app.hear('@w3m-frame/READY', 2)
    await ask('second')
    const again = await app.getFrame()
    await expect.poll(() => app.page.evaluate(() => world.clock.pending())).toBeGreaterThan(0)
    await app.advance(500)
    await expect
      .poll(() => again.evaluate('received.map(({ type }) => type.slice(9))'))
      .toEqual(['SYNC_DAPP_DATA', 'GET_SMART_ACCOUNT_ENABLED_NETWORKS', 'RPC_REQUEST'])
    await again.evaluate(`answer(received[2], 'SUCCESS', '0xsigned')`)
    expect(await app.getOutcome('second')).toEqual({ value: '0xsigned' })
    expect(await app.page.locator('iframe').count()).toBe(1)
  })

test('[S8.33] [F5] rejects pending requests after the frame’s process crashes, and reloads the frame on next use', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl('?silent&handshake') })
  await app.page.evaluate(() =>
    world.follow('first', world.client.request({ method: 'personal_sign' }, { ...world, isSafe: false })),
  )
  await expect.poll(() => frame.evaluate('received.length')).toBe(3)
  const evaluate = await openConsole(app.page)
  const session = await app.page.context().newCDPSession(frame)
  await session.send('Inspector.enable')
  const crashed = new Promise((resolve) => session.once('Inspector.targetCrashed', resolve))
  session.send('Page.crash').catch(() => undefined) // the page is gone before it responds
  // a frame that still lives would answer the ping that follows
  await crashed
  expect(await evaluate('world.outcomes.first')).toBe('waiting')
  await evaluate('world.clock.advance(20_000)')
  await expect
    .poll(() => evaluate('world.outcomes.first'))
    .toMatchObject({ error: 'REQUEST_ABORTED', text: 'Something went wrong' })
  await evaluate(`world.follow('open', world.client.open(world.signal))`)
  await expect.poll(() => evaluate('world.outcomes.open')).toEqual({})
  expect(await evaluate('document.querySelectorAll("iframe").length')).toBe(1)
})

test('keeps waiting for a live frame, even if the clock jumps', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl('?silent&handshake') })
  await app.page.evaluate(() =>
    world.follow('first', world.client.request({ method: 'personal_sign' }, { ...world, isSafe: false })),
  )
  await expect.poll(() => frame.evaluate('received.length')).toBe(3)
  for (let jump = 0; jump < 3; jump++) {
    await app.advance(150_000)
    // the last ping, which uses real time, was answered
    await expect.poll(() => app.page.evaluate(() => world.clock.pending())).toBe(2)
  }
  expect(await app.page.evaluate(() => world.outcomes['first'])).toBe('waiting')
  await frame.evaluate(`answer(received[2], 'SUCCESS', '0xsigned')`)
  expect(await app.getOutcome('first')).toEqual({ value: '0xsigned' })
  expect(await app.page.evaluate(() => world.clock.pending())).toBe(0)
})

for (const query of ['?silent', '?silent&handshake'])
  test(`rejects pending calls if the page removes the frame, and creates it again on next use (${query})`, async () => {
    const app = await pages.openPage()
    await app.open({ url: toUrl(query) })
    await app.page.evaluate(() => {
      world.follow('user', world.client.call('GET_USER', undefined, world))
      document.querySelector('dialog')?.remove()
    })
    expect(await app.getOutcome('user')).toMatchObject({ error: 'REQUEST_ABORTED', text: 'Something went wrong' })
    await app.page.evaluate(() => {
      world.heard.length = 0
      world.follow('again', world.client.open(world.signal))
    })
    await app.hear('@w3m-frame/READY')
    await app.advance(500)
    expect(await app.getOutcome('again')).toEqual({ value: undefined })
    await app.page.evaluate(() => document.querySelector('iframe')?.remove())
    await app.page.evaluate(() => world.follow('third', world.client.open(world.signal)))
    await app.hear('@w3m-frame/READY', 2)
    await app.advance(500)
    expect(await app.getOutcome('third')).toEqual({ value: undefined })
    expect(await app.page.locator('dialog iframe#w3m-iframe').count()).toBe(1)
  })

test('repeats the initial sync after a requested reload', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl('?handshake') })
  const hear = (heard: typeof frame) => heard.evaluate('received.map(({ type }) => type.slice(9))')
  const exchange = ['SYNC_DAPP_DATA', 'GET_SMART_ACCOUNT_ENABLED_NETWORKS']
  // pending messages are reported as lost
  await expect.poll(() => hear(frame)).toEqual(exchange)
  await frame.evaluate(`
    const old = answer
    answer = (message) => { old(message); if (message.type.endsWith('RELOAD')) location.reload() }`)
  await app.page.evaluate(() => {
    world.client.reload(() => true)
    world.follow('user', world.client.call('GET_USER', undefined, world))
  })
  await app.advance(100)
  await app.hear('@w3m-frame/READY', 2)
  const again = await app.getFrame()
  await expect.poll(() => hear(again)).toEqual([...exchange, 'GET_USER'])
  expect(await app.getOutcome('user')).toMatchObject({ value: { chainId: 10 } })
  expect(await app.page.evaluate(() => world.warnings)).toEqual([])
})

test('recreates a frame that has not reloaded 5 s after RELOAD', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl('?handshake') })
  await app.page.evaluate(() => {
    world.client.reload(() => true)
    world.follow('user', world.client.call('GET_USER', undefined, world))
  })
  await app.advance(100)
  await expect.poll(() => frame.evaluate('received.at(-1)')).toMatchObject({ type: '@w3m-app/RELOAD' })
  await app.advance(5_000)
  await app.hear('@w3m-frame/READY', 2)
  expect(await app.getOutcome('user')).toMatchObject({ value: { chainId: 10 } })
  expect(await app.page.locator('dialog iframe#w3m-iframe').count()).toBe(1)
})

test('[F41] keeps using a frame that navigates to a newer page on its own, without recreating it', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl('?handshake') })
  const loads: string[] = []
  app.page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() !== app.page.mainFrame()) loads.push(request.url())
  })
  await frame.evaluate(`location.replace(location.href + '&left=older')`)
  await app.hear('@w3m-frame/READY', 2)
  await app.page.evaluate(() => world.follow('user', world.client.call('GET_USER', undefined, world)))
  expect(await app.getOutcome('user')).toMatchObject({ value: { chainId: 10 } })
  // another ping shows that it stays alive
  await app.page.evaluate(() => world.follow('later', world.client.call('GET_USER', undefined, world)))
  expect(await app.getOutcome('later')).toMatchObject({ value: { chainId: 10 } })
  expect(loads).toEqual([expect.stringContaining('&left=older')])
  expect(await app.page.evaluate(() => world.warnings)).toEqual([])
})

test('the frame still works after the page is restored from the back-forward cache', async () => {
  const app = await pages.openPage()
  await app.open({ url: toUrl('?handshake') })
  const evaluate = await openConsole(app.page)
  await evaluate(`addEventListener('pageshow', ({ persisted }) => { world.isRestored = persisted })`)
  await app.page.goto(`${pages.appOrigin}/blank`)
  await evaluate('history.back()')
  await expect.poll(() => evaluate('globalThis.world?.isRestored')).toBe(true)
  await evaluate(`world.follow('user', world.client.call('GET_USER', undefined, world))`)
  await expect.poll(() => evaluate('world.outcomes.user')).toMatchObject({ value: { chainId: 10 } })
})

test('[S8.36] warns once about each kind of lookalike of a frame event, and changes nothing', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl() })
  const before = await app.page.evaluate(() => JSON.stringify(localStorage))
  await frame.evaluate(`
    for (const type of ['x@w3m-frame/READY.y', '@W3M-FRAME/READY', '@w3m-frame/ready', '@w3m-frame/NO_SUCH_SUCCESS', '@w3m-frame/__proto___SUCCESS'])
      for (let turn = 0; turn < 3; turn++) parent.postMessage({ type, id: 'a', payload: {} }, '*')
    parent.postMessage({ type: '@w3m-frame/SESSION_UPDATE', payload: JSON.parse('{"token":"t","__proto__":{"polluted":1}}') }, '*')
    parent.postMessage({ type: 'done' }, '*')`)
  await app.hear('done')
  expect(await app.page.evaluate(() => world.warnings)).toHaveLength(3)
  expect(await app.page.evaluate(() => 'polluted' in {})).toBe(false)
  expect(await app.page.evaluate(() => JSON.stringify(localStorage))).toBe(before)
})
