import { chromiumOptions } from '@latchkey/devnet/chromium'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { smallUser } from './test/createSmallCustody.js'
import { ask, askPort, getFrame, type Opened, openWorld, type World } from './test/openWorld.js'

let world: World

beforeAll(async () => {
  world = await openWorld({}, 'whole')
})
afterAll(() => world.stop())

const logIn = async (page: Parameters<typeof ask>[0]): Promise<void> => {
  await ask(page, 'CONNECT_EMAIL', { email: 'ada@example.org' })
  world.custody.approveDevice()
  await ask(page, 'CONNECT_DEVICE')
  await ask(page, 'CONNECT_OTP', { otp: '123456' })
}

describe('the frame on a page of another site', () => {
  test('has no storage of its own there, and stays connected after a reload by its cookie', async () => {
    const { page, frame, errors } = await world.open()
    const storage = await frame.evaluate(() =>
      new Promise((resolve) => {
        const opening = indexedDB.open('probe')
        opening.onsuccess = () => resolve('allowed')
        opening.onerror = () => resolve('denied')
      }).catch(() => 'denied'),
    )
    expect(storage).toBe('denied')
    expect((await ask(page, 'IS_CONNECTED')).payload).toEqual({ isConnected: false })
    await logIn(page)
    expect((await ask(page, 'IS_CONNECTED')).payload).toEqual({ isConnected: true })
    const [cookie] = await page.context().cookies(world.site.publicUrl)
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'None', path: '/' })
    await page.reload()
    await page.evaluate('ready()')
    expect((await ask(page, 'IS_CONNECTED')).payload).toEqual({ isConnected: true })
    expect((await ask(page, 'GET_USER')).payload).toEqual({
      address: smallUser.accounts[0]?.address,
      chainId: 31337,
      email: 'ada@example.org',
      accounts: [{ address: smallUser.accounts[0]?.address, type: 'eoa' }],
      preferredAccountType: 'eoa',
      smartAccountDeployed: false,
    })
    expect(errors).toEqual([])
    await page.context().close()
  })

  test('responds in a page restored from the back-forward cache', async () => {
    const ignoreDefaultArgs = ['--disable-back-forward-cache']
    const browser = await chromium.launch({ ...chromiumOptions('whole'), ignoreDefaultArgs })
    const page = await browser.newPage()
    await page.goto(`${world.parent.origin}/?frame=${encodeURIComponent(world.toFrameUrl())}`)
    await page.evaluate('ready()')
    await logIn(page)
    await page.evaluate('addEventListener("pageshow", ({ persisted }) => { globalThis.isBack = persisted })')
    await page.goto(`${world.parent.origin}/`)
    await page.goBack({ waitUntil: 'commit' })
    await page.waitForFunction('globalThis.isBack')
    expect((await ask(page, 'GET_USER')).payload).toMatchObject({ email: 'ada@example.org' })
    await browser.close()
  })

  test('serves a client that posts to * without a handshake, from READY to sign-out [S7.30]', async () => {
    const { page, frame } = await world.open()
    const heard = (await page.evaluate('heard')) as { data: unknown; origin: string; isFrame: boolean }[]
    expect(heard).toEqual([
      {
        data: { type: '@w3m-frame/READY', payload: { version: 'latchkey/1' } },
        origin: world.site.publicUrl,
        isFrame: true,
      },
    ])
    expect((await ask(page, 'SYNC_DAPP_DATA', { projectId: 'demo', sdkType: 'appkit' })).type).toBe(
      '@w3m-frame/SYNC_DAPP_DATA_SUCCESS',
    )
    expect((await ask(page, 'GET_SMART_ACCOUNT_ENABLED_NETWORKS')).payload).toEqual({ smartAccountEnabledNetworks: [] })
    expect((await ask(page, 'CONNECT_EMAIL', { email: 'ada@example.org' })).payload).toEqual({
      action: 'VERIFY_DEVICE',
    })
    const waiting = ask(page, 'CONNECT_DEVICE')
    world.custody.approveDevice()
    expect((await waiting).type).toBe('@w3m-frame/CONNECT_DEVICE_SUCCESS')
    expect((await ask(page, 'CONNECT_OTP', { otp: '000000' })).payload).toEqual({ message: 'Invalid code' })
    expect((await ask(page, 'CONNECT_OTP', { otp: '123456' })).type).toBe('@w3m-frame/CONNECT_OTP_SUCCESS')
    expect((await ask(page, 'GET_USER', { chainId: 'solana:abc' })).payload).toMatchObject({
      address: smallUser.accounts[1]?.address,
      chainId: 'solana:abc',
    })
    expect((await ask(page, 'GET_CHAIN_ID')).payload).toEqual({ chainId: 'solana:abc' })
    expect((await ask(page, 'SWITCH_NETWORK', { chainId: '31338' })).payload).toEqual({ chainId: 31338 })
    expect((await ask(page, 'SWITCH_NETWORK', { chainId: 1 })).payload).toEqual({
      message: 'This wallet doesn’t support this network.',
      code: 4902,
    })
    expect((await ask(page, 'GET_CHAIN_ID')).payload).toEqual({ chainId: 31338 })
    expect((await ask(page, 'SET_PREFERRED_ACCOUNT', { type: 'eoa' })).payload).toMatchObject({ type: 'eoa' })
    expect((await ask(page, 'UPDATE_EMAIL', { email: 'new@example.org' })).payload).toEqual({
      action: 'VERIFY_PRIMARY_OTP',
    })
    expect((await ask(page, 'UPDATE_EMAIL_PRIMARY_OTP', { otp: '1' })).type).toContain('_SUCCESS')
    expect((await ask(page, 'UPDATE_EMAIL_SECONDARY_OTP', { otp: '1' })).payload).toEqual({
      newEmail: 'new@example.org',
    })
    await ask(page, 'SYNC_THEME', { themeMode: 'dark', w3mThemeVariables: { '--w3m-accent': 'rgb(1, 2, 3)' } })
    expect(
      await frame.evaluate(() => [
        document.documentElement.dataset['theme'],
        document.documentElement.style.getPropertyValue('--accent'),
      ]),
    ).toEqual(['dark', 'rgb(1, 2, 3)'])
    await ask(page, 'SYNC_THEME', { w3mThemeVariables: { '--w3m-accent': 'red;background:url(//evil.example)' } })
    expect(await frame.evaluate(() => document.documentElement.getAttribute('style'))).not.toContain('url')
    const rpc = await ask(page, 'RPC_REQUEST', {
      method: 'eth_accounts',
      params: [],
      chainId: 31337,
      chainNamespace: 'eip155',
    })
    expect(rpc.payload).toEqual([smallUser.accounts[0]?.address])
    expect((await ask(page, 'RPC_REQUEST', { method: 'eth_chainId' })).payload).toBe('0x7a6a')
    expect((await ask(page, 'RPC_REQUEST', { method: 'wallet_getCapabilities' })).payload).toEqual({})
    expect((await ask(page, 'SIGN_OUT')).type).toBe('@w3m-frame/SIGN_OUT_SUCCESS')
    expect((await ask(page, 'GET_USER')).payload).toEqual({ message: 'Log in first', code: 4100 })
    await ask(page, 'RELOAD')
    await page.evaluate('ready(2)')
    expect((await ask(page, 'IS_CONNECTED')).payload).toEqual({ isConnected: false })
    await page.context().close()
  })

  test('error: rejects requests that this vault or any wallet does not support [S8.17]', async () => {
    const { page } = await world.open()
    const noAccounts = 'There are no smart accounts on this network.'
    for (const [name, payload, code, message] of [
      ['INIT_SMART_ACCOUNT', undefined, 4200, noAccounts],
      ['SET_PREFERRED_ACCOUNT', { type: 'smartAccount' }, 4200, noAccounts],
      ['RPC_REQUEST', { method: 'wallet_sendCalls', params: [] }, 5710, noAccounts],
      ['RPC_REQUEST', { method: 'eth_sendUserOperation', params: [] }, 4200, noAccounts],
      [
        'RPC_REQUEST',
        { method: 'wallet_sendCalls', params: [{ chainId: '0x9' }] },
        5710,
        expect.stringContaining('network'),
      ],
      ['RPC_REQUEST', { method: 'wallet_getAssets', params: [] }, -32602, expect.stringContaining('account')],
      ['RPC_REQUEST', { method: 'wallet_getCallsStatus', params: [] }, -32602, expect.stringContaining('id')],
    ] as const)
      expect(await ask(page, name, payload)).toMatchObject({
        type: `@w3m-frame/${name}_ERROR`,
        payload: { message, code },
      })
    const refused = { message: 'Requested RPC call is not allowed', code: 4200 }
    for (const method of [
      'eth_sign',
      'eth_signTransaction',
      'personal_unlockAccount',
      'wallet_requestPermissions',
      'x',
    ])
      expect((await ask(page, 'RPC_REQUEST', { method, params: ['0x'] })).payload).toEqual(refused)
    await page.context().close()
  })
})

describe('the parameters of its URL [S4.40]', () => {
  const openAt = (query: { readonly [name: string]: string }): Promise<Opened> =>
    world.open({}, `${world.site.publicUrl}/?${new URLSearchParams({ projectId: 'demo', ...query }).toString()}`)
  const logged = ({ console: lines }: Opened): readonly string[] => lines.filter((line) => line.startsWith('W3mFrame'))

  test('enableLogger logs messages and outcomes, without their contents', async () => {
    const opened = await openAt({ enableLogger: 'true', version: '4' })
    await logIn(opened.page)
    await ask(opened.page, 'RPC_REQUEST', { method: 'eth_accounts', params: [] })
    await ask(opened.page, 'RPC_REQUEST', { method: 'eth_sign', params: ['secret'] })
    expect(logged(opened)).toEqual([
      'W3mFrame: CONNECT_EMAIL success',
      'W3mFrame: CONNECT_DEVICE success',
      'W3mFrame: CONNECT_OTP success',
      'W3mFrame: RPC_REQUEST eth_accounts success',
      'W3mFrame: RPC_REQUEST eth_sign error 4200',
    ])
    expect(opened.console.join()).not.toMatch(/secret|ada@|123456|0x/)
    await opened.page.context().close()
    const silent = await openAt({ enableLogger: 'false', version: '4' })
    await ask(silent.page, 'GET_CHAIN_ID')
    expect(silent.console).toEqual([])
    await silent.page.context().close()
  })

  test('an unknown version is reported in the console', async () => {
    const { page, console: lines } = await openAt({ version: '9' })
    expect((await ask(page, 'GET_CHAIN_ID')).type).toBe('@w3m-frame/GET_CHAIN_ID_SUCCESS')
    expect(lines).toEqual(['The app uses version 9 of the frame’s messages, this frame 4.'])
    await page.context().close()
  })

  test('rpcUrl sets the node of the network in the URL, unless a request sets another', async () => {
    const { page } = await openAt({ chainId: 'eip155:31337', rpcUrl: 'https://node.example/' })
    const nodes: unknown[] = []
    await page.route('**/v1/rpc', async (route) => {
      nodes.push((route.request().postDataJSON() as { readonly rpcUrl?: string }).rpcUrl)
      await route.fulfill({ json: { result: '0x1' } })
    })
    await logIn(page)
    const request = { method: 'eth_blockNumber', params: [] }
    for (const more of [{}, { rpcUrl: 'https://other.example/' }, { chainId: 31338 }])
      await ask(page, 'RPC_REQUEST', { ...request, ...more })
    expect(nodes).toEqual(['https://node.example/', 'https://other.example/', undefined])
    await page.context().close()
  })
})

describe('a frame that reloads on request', () => {
  test('drops a request pending at the reload, and answers it when sent again', async () => {
    const { page } = await world.open()
    await logIn(page)
    // pending until the page is gone
    const asked = page.waitForRequest('**/v1/call')
    await page.route('**/v1/call', () => undefined)
    await page.evaluate('post("GET_USER", undefined, "lost")')
    await asked
    expect((await ask(page, 'RELOAD')).type).toBe('@w3m-frame/RELOAD_SUCCESS')
    await page.evaluate('ready(2)')
    await page.unroute('**/v1/call')
    // the new page was heard, so any earlier message of the old one has arrived
    expect((await ask(page, 'GET_USER')).payload).toMatchObject({ email: 'ada@example.org' })
    expect(await page.evaluate('answer("lost")')).toBeUndefined()
    await page.context().close()
  })
})

describe('senders of messages', () => {
  test('a port that the app offers replaces window messages, and reports Esc', async () => {
    const { page, frame } = await world.open()
    expect(await page.evaluate('openPort()')).toEqual({ type: '@latchkey/PORT_OK' })
    expect((await askPort(page, 'GET_CHAIN_ID')).payload).toEqual({ chainId: 31337 })
    // a second port and window messages are now ignored
    await page.evaluate(
      'post("GET_CHAIN_ID", undefined, "late"); frame().postMessage({ type: "@latchkey/PORT" }, "*", [new MessageChannel().port2])',
    )
    await frame.evaluate(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
    await page.evaluate('port.postMessage({ type: "@latchkey/PING" })')
    await askPort(page, 'GET_CHAIN_ID')
    expect(await page.evaluate('heardOnPort.filter(({ id }) => !id)')).toEqual([
      { type: '@latchkey/PORT_OK' },
      { type: '@latchkey/ESCAPE' },
      { type: '@latchkey/PONG' },
    ])
    expect(await page.evaluate('heard.length')).toBe(1)
    await page.context().close()
  })

  test('error: ignores sibling frames of the app’s origin and of another origin', async () => {
    const { page } = await world.open()
    const before = world.counterpart.calls.length
    await page.evaluate(async () => {
      const messages = ['CONNECT_EMAIL', 'GET_USER', 'SIGN_OUT', 'GET_CHAIN_ID', 'RPC_REQUEST']
      const code = `
        addEventListener('message', (event) => parent.postMessage({ stolen: event.data }, '*'))
        for (const name of ${JSON.stringify(messages)})
          parent.document.querySelector('#w3m-iframe').contentWindow.postMessage({ type: '@w3m-app/' + name, id: 'forged' + name, payload: { email: 'eve@example.org', method: 'personal_sign' } }, '*')
        parent.document.querySelector('#w3m-iframe').contentWindow.postMessage({ type: '@latchkey/PORT' }, '*', [new MessageChannel().port2])`
      // of the same origin as the app, but another window
      const sibling = document.createElement('iframe')
      sibling.srcdoc = `<script>${code}</script>`
      // of another origin, which reaches the frame by its index in the page
      const foreign = document.createElement('iframe')
      foreign.sandbox.add('allow-scripts')
      foreign.srcdoc = `<script>${code.replaceAll("parent.document.querySelector('#w3m-iframe').contentWindow", 'parent.frames[0]')}</script>`
      document.body.append(sibling, foreign)
      await Promise.all([sibling, foreign].map((one) => new Promise((resolve) => (one.onload = resolve))))
    })
    // messages are handled in order: once this is answered, nothing before it will be
    expect((await ask(page, 'GET_CHAIN_ID')).payload).toEqual({ chainId: 31337 })
    const heard = (await page.evaluate('heard')) as { data: { type?: string; id?: string; stolen?: unknown } }[]
    expect(heard.filter(({ data }) => data.id?.startsWith('forged') || data.stolen)).toEqual([])
    expect(heard.map(({ data }) => data.type)).toEqual(['@w3m-frame/READY', '@w3m-frame/GET_CHAIN_ID_SUCCESS'])
    expect(world.counterpart.calls).toHaveLength(before)
    await page.context().close()
  })

  test('error: ignores data that is not a message, rejects invalid payloads, and keeps working', async () => {
    const { page } = await world.open()
    const warnings: string[] = []
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    await page.evaluate(`for (const data of [null, 7, 'x', [], {}, { type: 7 }, { type: '@w3m-app/' }, { type: '@w3m-app/__proto__', id: 'a' },
      { type: '@w3m-app/NEW', id: 'b' }, { type: '@w3m-app/NEW', id: 'c' }, { type: '@w3m-frame/READY', id: 'd' }, { type: '@w3m-app/GET_USER' },
      { type: 'x@w3m-app/GET_USER', id: 'e' }, { type: '@latchkey/PORT' }]) frame().postMessage(data, '*')`)
    expect((await ask(page, 'CONNECT_EMAIL', { email: 7 })).payload).toEqual({
      message: 'Invalid message.',
      code: -32602,
    })
    expect((await ask(page, 'CONNECT_EMAIL', { email: 'x' })).payload).toEqual({
      message: 'Enter a valid email address',
    })
    expect(await page.evaluate('heard.length')).toBe(3)
    expect(warnings.filter((text) => text.includes('NEW'))).toHaveLength(1)
    await page.context().close()
  })

  test('error: a page whose origin the project does not list cannot load the frame [S6.3]', async () => {
    const context = await world.browser.newContext()
    const page = await context.newPage()
    const refused = new Promise<string>((resolve) =>
      page.on('console', (message) => message.text().includes('frame-ancestors') && resolve(message.text())),
    )
    await page.goto(
      `${world.parent.origin.replace('localhost', '127.0.0.1')}/?frame=${encodeURIComponent(world.toFrameUrl())}`,
    )
    expect(await refused).toContain(world.parent.origin)
    expect(await page.evaluate('heard.length')).toBe(0)
    await context.close()
  })

  test('error: without a parent page, the frame logs an error and does nothing [S8.30]', async () => {
    const context = await world.browser.newContext()
    const page = await context.newPage()
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    const before = world.counterpart.calls.length
    await page.goto(world.toFrameUrl())
    await page.waitForSelector('[data-started=false]', { state: 'attached' })
    expect(await page.evaluate(() => document.documentElement.dataset['started'])).toBe('false')
    expect(errors).toContain('W3mFrame: parent is not set')
    await page.evaluate(() => window.postMessage({ type: '@w3m-app/GET_USER', id: '1' }, location.origin))
    expect(world.counterpart.calls).toHaveLength(before)
    await context.close()
  })
})

describe('a vault that has changed', () => {
  test('a wrong clock and a forgotten device key go unnoticed by the app', async () => {
    const { page } = await world.open()
    await logIn(page)
    world.custody.faults.push({
      method: 'user.get',
      error: { code: 'STALE_STATEMENT', message: 'Old.', now: Date.now() + 600_000 },
    })
    expect((await ask(page, 'GET_USER')).payload).toMatchObject({ email: 'ada@example.org' })
    // dated by the clock that the vault reported, not by the browser's own
    expect((world.counterpart.calls.at(-1)?.parsed.iat ?? 0) - Date.now()).toBeGreaterThan(500_000)
    world.custody.forgetKeys()
    expect((await ask(page, 'GET_USER')).payload).toMatchObject({ email: 'ada@example.org' })
    expect(world.counterpart.calls.slice(-3).map(({ parsed }) => parsed.method)).toEqual([
      'user.get',
      'hello',
      'user.get',
    ])
    await page.context().close()
  })

  test('error: passes on a persistent error with its code and how long to wait', async () => {
    const { page } = await world.open()
    world.custody.faults.push({
      method: 'email.start',
      error: { code: 'TOO_MANY', message: 'Please try again after 12 seconds', retryAfter: 12 },
    })
    expect((await ask(page, 'CONNECT_EMAIL', { email: 'ada@example.org' })).payload).toEqual({
      message: 'Please try again after 12 seconds',
      code: -32005,
      retryAfter: 12,
    })
    world.custody.faults.push({
      method: 'email.start',
      error: { code: 'UNKNOWN_PROJECT', message: 'No such project.' },
    })
    expect((await ask(page, 'CONNECT_EMAIL', { email: 'ada@example.org' })).payload).toEqual({
      message: 'unverified_domain',
    })
    await page.context().close()
  })

  test('a site with a newer build still answers the open page, which then reloads once', async () => {
    const { page } = await world.open()
    await logIn(page)
    await world.restart('build2')
    expect((await ask(page, 'GET_USER')).payload).toMatchObject({ email: 'ada@example.org' })
    await page.evaluate('ready(2)')
    expect(getFrame(page).url()).toContain('left=build1')
    expect((await ask(page, 'IS_CONNECTED')).payload).toEqual({ isConnected: true })
    // a site of the older build beside it sends the page back to what it was: it stays as it is then
    await world.restart('build3')
    expect((await ask(page, 'GET_USER')).payload).toMatchObject({ email: 'ada@example.org' })
    await page.evaluate('ready(3)')
    expect((await ask(page, 'GET_USER')).payload).toMatchObject({ email: 'ada@example.org' })
    await page.context().close()
    await world.restart('build1')
  })
})
