import { createTestClock } from '@latchkey/testing'
import { describe, expect, test, vi } from 'vitest'
import { createMemory, createRig, type RigOptions } from '../../test/createRig.js'
import { toMemoryKey } from '../storage/frameMemory.js'

const site = 'https://wallet.example'

const key = toMemoryKey('latchkey', 'redirect')

const returned = `https://app.example/#?result_uri=${encodeURIComponent(`${site}/social/result?state=s1&code=c1`)}`

/** Consecutive pages of an in-app browser, and their shared storage. */
function setUp() {
  const clock = createTestClock()
  const storage = createMemory()
  const left: string[] = []
  const load = async (href = 'https://app.example/', options: RigOptions = {}) => {
    const events = new EventTarget()
    const page = {
      navigator: { userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) Chrome/126.0.0.0 Mobile' },
      location: Object.assign(new URL(href), { assign: (url: string) => void left.push(url) }),
      history: { state: null, replaceState: () => undefined },
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
    }
    const env = { now: clock.now, setTimeout: clock.setTimeout }
    const rig = createRig({ ...options, storage, page, env })
    rig.connector.prepare?.()
    await vi.dynamicImportSettled()
    return { ...rig, events }
  }
  type Page = Awaited<ReturnType<typeof load>>
  const leave = async (page: Page, signal = new AbortController().signal) => {
    const login = page.connector.features['social:login']?.({ provider: 'google', signal, onStep: () => undefined })
    login?.catch(() => undefined) // checked by the test
    const before = left.length
    await vi.waitFor(() => expect(left).toHaveLength(before + 1))
    return { login }
  }
  const resume = async (page: Page) => {
    const onStart = vi.fn<(provider: string) => void>()
    const { signal } = new AbortController()
    const login = page.connector.features['social:resume']?.({ signal, onStart })
    return { onStart, outcome: await login?.then(() => 'in').catch((cause: unknown) => cause) }
  }
  const isKept = () => storage.items.has(key)
  return { clock, storage, load, leave, resume, isKept }
}

/** A page that was left for the provider, with a pending redirect in storage. */
async function setUpLeft(options: RigOptions = {}) {
  const world = setUp()
  const page = await world.load(undefined, options)
  const leaving = new AbortController()
  const { login } = await world.leave(page, leaving.signal)
  expect(world.isKept()).toBe(true)
  return { ...world, page, leaving, login }
}

describe('the pending redirect is deleted', () => {
  test('when the user returns and is logged in', async () => {
    const { load, resume, isKept } = await setUpLeft()
    const { onStart, outcome } = await resume(await load(returned))
    expect([outcome, onStart.mock.calls, isKept()]).toEqual(['in', [['google']], false])
  })

  test('when the frame rejects the login', async () => {
    const { load, resume, isKept } = await setUpLeft()
    const page = await load(returned, {
      answer: ({ name }) => (name === 'CONNECT_SOCIAL' ? Promise.reject('Access was denied') : undefined),
    })
    const { outcome } = await resume(page)
    expect(outcome).toMatchObject({ code: 'SOCIAL_FAILED', details: expect.stringContaining('Access was denied') })
    expect(isKept()).toBe(false)
  })

  test('when the result URL has an error of the provider', async () => {
    const { load, resume, isKept } = await setUpLeft()
    const { outcome } = await resume(await load(returned.replace('code%3Dc1', 'error%3Daccess_denied')))
    expect(outcome).toMatchObject({ code: 'SOCIAL_FAILED', details: 'access_denied' })
    expect(isKept()).toBe(false)
  })

  test('when the user goes back to the page', async () => {
    const { page, login, isKept } = await setUpLeft()
    page.events.dispatchEvent(new Event('pageshow'))
    await expect(login).rejects.toMatchObject({ code: 'POPUP_CLOSED' })
    expect(isKept()).toBe(false)
  })

  test('when the caller aborts', async () => {
    const { leaving, login, isKept } = await setUpLeft()
    leaving.abort(new Error('left'))
    await expect(login).rejects.toThrow('left')
    expect(isKept()).toBe(false)
  })

  test('when another login completes', async () => {
    const { page, isKept } = await setUpLeft()
    await page.login()
    expect(isKept()).toBe(false)
  })

  test('when the user signs out', async () => {
    const { page, isKept } = await setUpLeft()
    await page.connector.disconnect({ namespace: 'eip155', signal: new AbortController().signal })
    expect(isKept()).toBe(false)
  })

  test('by the first page that loads ten minutes later', async () => {
    const { clock, load, page, isKept } = await setUpLeft()
    page.end()
    await clock.advance(599_999)
    await load()
    expect(isKept()).toBe(true)
    await clock.advance(1)
    await load()
    expect(isKept()).toBe(false)
  })
})

test('the pending redirect survives the end of the page that was left', async () => {
  const { page, leaving, login, load, resume } = await setUpLeft()
  leaving.abort(new Error('destroyed'))
  page.end()
  await expect(login).rejects.toThrow('destroyed')
  expect((await resume(await load(returned))).outcome).toBe('in')
})

test('error: rejects with SOCIAL_FAILED if the user returns after ten minutes, and reports the provider', async () => {
  const { clock, page, load, resume, isKept } = await setUpLeft()
  page.end()
  await clock.advance(600_000)
  const late = await load(returned)
  const { onStart, outcome } = await resume(late)
  expect(onStart.mock.calls).toEqual([['google']])
  expect(outcome).toMatchObject({ code: 'SOCIAL_FAILED', details: expect.stringContaining('10 minutes') })
  expect([isKept(), late.frame.count('CONNECT_SOCIAL')]).toEqual([false, 0])
})

test.each(['', 'google s1', 'soon google s1', '1 farcaster s1', '1 Evil s1', '1 google'])(
  'ignores and deletes the invalid entry %j',
  async (written) => {
    const { storage, load, resume, isKept } = setUp()
    storage.items.set(key, written)
    const { onStart, outcome } = await resume(await load(returned))
    expect(outcome).toMatchObject({ code: 'SOCIAL_FAILED', details: 'This login was not started on this page.' })
    expect([onStart.mock.calls, isKept()]).toEqual([[], false])
    storage.items.set(key, written)
    await load()
    expect(isKept()).toBe(false)
  },
)
