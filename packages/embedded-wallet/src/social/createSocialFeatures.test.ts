import type { SocialProvider } from '@latchkey/core'
import { createTestClock } from '@latchkey/testing'
import { describe, expect, test, vi } from 'vitest'
import { createRig, type RigOptions } from '../../test/createRig.js'
import { createTestPopup } from '../../test/createTestPopup.js'
import { isWebView } from './createSocialFeatures.js'

const { signal } = new AbortController()

const site = 'https://wallet.example'

const result = { resultUri: `${site}/social/result?provider=google&state=s1&code=c1` }

async function setUp(options: RigOptions & { readonly isBlocked?: boolean } = {}) {
  const clock = createTestClock()
  const popup = createTestPopup(options)
  const rig = createRig({ ...options, page: popup.page, env: { now: clock.now, setTimeout: clock.setTimeout } })
  const { features } = rig.connector
  // the code is loaded before the user clicks
  rig.connector.prepare?.()
  await vi.dynamicImportSettled()
  const steps: string[] = []
  const logIn = (provider: SocialProvider = 'google', own = signal) => {
    const login = features['social:login']?.({ provider, signal: own, onStep: (step) => void steps.push(step) })
    login?.catch(() => undefined) // checked by the test
    return login
  }
  const reach = (name: string) => vi.waitFor(() => expect(rig.frame.count(name as never)).toBeGreaterThan(0))
  /** Until the popup has reached the provider. */
  const begin = async (provider?: SocialProvider) => {
    const login = logIn(provider)
    popup.arrive()
    await vi.waitFor(() => expect(popup.visited).toHaveLength(1))
    // not awaited by the caller
    return { login }
  }
  const finish = async (provider?: SocialProvider) => {
    const { login } = await begin(provider)
    popup.post(result, site)
    await login
  }
  const reopen = (address: string) => features['login:reopen']?.({ namespace: 'eip155', address, signal })
  return { rig, clock, popup, steps, features, logIn, begin, finish, reach, reopen }
}

describe('the popup', () => {
  test('[S9.16] opens synchronously at 600 by 800, centered in the window', async () => {
    const { popup, logIn } = await setUp()
    void logIn()
    expect(popup.opened).toEqual([
      [
        expect.stringMatching(`^${site}/loading\\?popup=[\\da-f]{32}$`),
        '_blank',
        'popup,width=600,height=800,left=400,top=100',
      ],
    ])
  })

  test('[S4.10] is polled every second until the login has ended', async () => {
    const { popup, clock, begin } = await setUp()
    const { login } = await begin()
    await clock.advance(1_000)
    const before = popup.looks()
    await clock.advance(5_000)
    expect(popup.looks() - before).toBe(5)
    popup.post(result, site)
    await login
    const after = popup.looks()
    await clock.advance(60_000)
    expect(popup.looks()).toBe(after)
    expect([popup.isClosed, clock.pending()]).toEqual([true, 0])
  })

  test('navigates to the provider through the secure site', async () => {
    const { popup, begin } = await setUp()
    await begin('discord')
    expect(popup.visited).toEqual([`${site}/social/start?state=s1&provider=discord`])
  })

  test('error: rejects with POPUP_BLOCKED, and sends the frame no request', async () => {
    const { rig, logIn } = await setUp({ isBlocked: true })
    await expect(logIn()).rejects.toMatchObject({ code: 'POPUP_BLOCKED' })
    expect(rig.frame.count('GET_SOCIAL_REDIRECT_URI')).toBe(0)
  })

  test('error: rejects with SOCIAL_FAILED after ten minutes without a result, closing the popup and all timers', async () => {
    const { popup, clock, begin } = await setUp()
    const { login } = await begin()
    await clock.advance(599_000)
    expect(popup.isClosed).toBe(false)
    await clock.advance(1_000)
    await expect(login).rejects.toMatchObject({ code: 'SOCIAL_FAILED', details: expect.stringContaining('10 minutes') })
    expect([popup.isClosed, clock.pending()]).toEqual([true, 0])
  })

  test('is focused by social:reopen only while it is open', async () => {
    const { popup, features, begin } = await setUp()
    features['social:reopen']?.()
    const { login } = await begin()
    features['social:reopen']?.()
    expect(popup.focuses()).toBe(1)
    popup.post(result, site)
    await login
    features['social:reopen']?.()
    expect(popup.focuses()).toBe(1)
  })

  test('closes when the connector is destroyed', async () => {
    const { rig, popup, begin } = await setUp()
    await begin()
    rig.connector.destroy()
    expect(popup.isClosed).toBe(true)
  })
})

describe('requests to the frame', () => {
  test('set the user of the connection, replacing an earlier login', async () => {
    const { rig, finish, steps } = await setUp()
    await rig.login()
    expect((await rig.connect()).user).toEqual({ email: 'known@example.org' })
    await rig.connector.disconnect({ namespace: 'eip155', signal })
    await finish('github')
    expect(steps).toEqual(['retrieving'])
    expect(rig.getClient().memory.get('socialProvider')).toBe('github')
    expect((await rig.connect()).user).toMatchObject({ username: 'ann', socialProvider: 'github' })
  })

  test('fail with FRAME_REQUEST_TIMED_OUT without a reply to the result in 120 s', async () => {
    const { rig, clock, popup, begin } = await setUp({
      answer: ({ name }) => (name === 'CONNECT_SOCIAL' ? null : undefined),
    })
    const { login } = await begin()
    popup.post(result, site)
    await vi.waitFor(() => expect(rig.frame.count('CONNECT_SOCIAL')).toBe(1))
    await clock.advance(120_000)
    await expect(login).rejects.toMatchObject({ code: 'FRAME_REQUEST_TIMED_OUT' })
  })

  test('[S8.8] fail with SOCIAL_FAILED and the reason if the provider is refused', async () => {
    const { popup, logIn } = await setUp({
      answer: ({ name }) =>
        name === 'GET_SOCIAL_REDIRECT_URI' ? Promise.reject('Discord is not set up here') : undefined,
    })
    await expect(logIn()).rejects.toMatchObject({
      code: 'SOCIAL_FAILED',
      shortMessage: 'Failed to initiate social connection',
      details: 'Discord is not set up here',
    })
    expect(popup.isClosed).toBe(true)
  })

  test('are repeated without the network if the frame does not know it', async () => {
    const { rig, finish } = await setUp({ unknownChains: [1] })
    await finish()
    const asked = rig.frame.messages.flatMap(({ name, payload }) => (name === 'CONNECT_SOCIAL' ? [payload] : []))
    expect(asked).toEqual([expect.objectContaining({ chainId: 1 }), { uri: result.resultUri }])
  })
})

describe('[S4.6] reopening an ended login', () => {
  test('uses the same social provider', async () => {
    const { rig, finish, reopen } = await setUp()
    await finish('x')
    const { accounts } = await rig.connect()
    await rig.connector.disconnect({ namespace: 'eip155', signal })
    expect(rig.getClient().memory.get('socialProvider')).toBeUndefined()
    expect(await reopen(accounts[0].address)).toEqual({ view: 'ConnectingSocial', params: { provider: 'x' } })
    expect(await reopen(accounts[0].address.toLowerCase())).toMatchObject({ view: 'ConnectingSocial' })
  })

  test('uses Farcaster after a login with Farcaster', async () => {
    const { rig, features, reopen } = await setUp()
    await features['farcaster:start']?.({ signal })
    await features['farcaster:wait']?.({ signal })
    const { accounts, user } = await rig.connect()
    expect(user).toEqual({ username: 'ann.eth', socialProvider: 'farcaster' })
    await rig.connector.disconnect({ namespace: 'eip155', signal })
    expect(await reopen(accounts[0].address)).toEqual({ view: 'ConnectingFarcaster', params: undefined })
  })

  test('uses email if the last login was by email', async () => {
    const { rig, finish, reopen } = await setUp()
    await finish('x')
    const { accounts } = await rig.connect()
    await rig.connector.disconnect({ namespace: 'eip155', signal })
    await rig.login()
    expect((await rig.connect()).user).toEqual({ email: 'known@example.org' })
    expect(await reopen(accounts[0].address)).toEqual({
      view: 'EmailLogin',
      params: { namespace: 'eip155', email: 'known@example.org' },
    })
    expect(await reopen('0x0')).toMatchObject({ view: 'EmailLogin' })
  })
})

const toWindow = (userAgent: string, more: object = {}) => ({ navigator: { userAgent }, ...more }) as unknown as Window

const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8'

const ios = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  `${android}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36`,
  `${android}) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 Telegram-Android/10.14 (Google Pixel 8; Android 14)`,
  `${ios} Mobile/15E148`,
  `${ios} Mobile/15E148 [FBAN/FBIOS;FBAV/470.0]`,
  `${ios} Mobile/15E148 Instagram 340.0`,
  `${ios} Mobile/15E148 MicroMessenger/8.0`,
  `${ios} Mobile/15E148 Safari Line/14.9`,
])('%s is an in-app browser', (userAgent) => {
  expect(isWebView(toWindow(userAgent))).toBe(true)
})

test.each([
  `${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36`,
  `${ios} Version/17.5 Mobile/15E148 Safari/604.1`,
  `${ios} CriOS/126.0 Mobile/15E148 Safari/604.1`,
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 OnlineShop/1.0',
])('%s is a regular browser', (userAgent) => {
  expect(isWebView(toWindow(userAgent))).toBe(false)
})

test('a browser with Telegram’s own object is an in-app browser', () => {
  expect(isWebView(toWindow('Mozilla/5.0', { TelegramWebviewProxy: {} }))).toBe(true)
})
