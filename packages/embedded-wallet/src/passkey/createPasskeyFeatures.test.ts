import { createTestClock } from '@latchkey/testing'
import { describe, expect, test, vi } from 'vitest'
import { createRig, type RigOptions } from '../../test/createRig.js'
import { Fault } from '../../test/createTestFrame.js'
import { createTestPopup } from '../../test/createTestPopup.js'
import type { FrameError } from '../protocol/messages.js'

const site = 'https://wallet.example'

type SetUp = RigOptions & {
  readonly isBlocked?: boolean
  /** Whether the browser allows passkeys in frames; undefined as in Firefox and WebKit, which do not report it. */
  readonly allows?: boolean | undefined
  readonly hasWebAuthn?: boolean
}

async function setUp({ allows, hasWebAuthn = true, ...options }: SetUp = {}) {
  const clock = createTestClock()
  const popup = createTestPopup(options)
  const { document } = popup.page as { readonly document: object }
  const page = {
    ...popup.page,
    navigator: { userAgent: 'Mozilla/5.0' },
    document: { ...document, ...(allows !== undefined && { featurePolicy: { allowsFeature: () => allows } }) },
    ...(hasWebAuthn && { PublicKeyCredential: class {} }),
  }
  const rig = createRig({ ...options, page, env: { now: clock.now, setTimeout: clock.setTimeout } })
  rig.connector.prepare?.()
  await vi.dynamicImportSettled()
  const leaving = new AbortController()
  const logIn = (use: 'login' | 'signup' = 'login') => {
    const login = rig.connector.features['passkey:login']?.({ use, signal: leaving.signal })
    login?.catch(() => undefined) // checked by the test
    return login
  }
  const payloads = () =>
    rig.frame.messages.flatMap((message) => (message.name === 'CONNECT_PASSKEY' ? [message.payload] : []))
  const until = (count = 1) => vi.waitFor(() => expect(payloads()).toHaveLength(count))
  return { rig, clock, popup, leaving, logIn, payloads, until }
}

const silent: RigOptions = { answer: ({ name }) => (name === 'CONNECT_PASSKEY' ? null : undefined) }
const failing = (fault: object): RigOptions => ({
  answer: ({ name }) => (name === 'CONNECT_PASSKEY' ? Promise.reject(new Fault(fault as FrameError)) : undefined),
})

describe('if the browser allows passkeys in the frame', () => {
  test('a login needs no popup, and connects the wallet', async () => {
    const { rig, popup, logIn, payloads } = await setUp({ allows: true })
    await logIn()
    expect([payloads(), popup.opened]).toEqual([[{ use: 'login' }], []])
    expect((await rig.connect()).user).toEqual({})
    expect(rig.frame.unread).toEqual([])
  })

  test('creating a passkey still opens a popup, as the click was in the app’s page', async () => {
    const { popup, logIn, payloads } = await setUp({ allows: true })
    await logIn('signup')
    const [[url] = []] = popup.opened
    expect(url).toMatch(new RegExp(`^${site}/passkey\\?popup=[\\da-f]{32}$`))
    expect(payloads()).toEqual([{ use: 'signup', popup: String(url).slice(-32) }])
    expect(popup.isClosed).toBe(true)
  })

  test('error: rejects with POPUP_BLOCKED once if the frame requires a popup; the next click opens one', async () => {
    const { popup, logIn, payloads } = await setUp({
      allows: true,
      answer: ({ name, payload }) =>
        name === 'CONNECT_PASSKEY' && !(payload as { readonly popup?: string }).popup
          ? Promise.reject(new Fault({ message: 'In a window only', reason: 'PASSKEY_POPUP' }))
          : undefined,
    })
    await expect(logIn()).rejects.toMatchObject({ code: 'POPUP_BLOCKED' })
    await logIn()
    expect([popup.opened.length, payloads().length]).toEqual([1, 2])
  })
})

describe.each([undefined, false])('if the browser does not allow passkeys in the frame (%s)', (allows) => {
  test('a login opens a popup within the click', async () => {
    const { popup, logIn, until } = await setUp({ allows, ...silent })
    void logIn()
    expect(popup.opened).toHaveLength(1)
    await until()
  })

  test('error: rejects with POPUP_BLOCKED, and sends the frame no request', async () => {
    const { logIn, payloads } = await setUp({ allows, isBlocked: true })
    await expect(logIn()).rejects.toMatchObject({ code: 'POPUP_BLOCKED' })
    expect(payloads()).toEqual([])
  })
})

test('error: rejects with POPUP_CLOSED if the user closes the popup, and reloads the frame', async () => {
  const { rig, popup, clock, logIn, until } = await setUp(silent)
  const login = logIn()
  await until()
  popup.close()
  await clock.advance(500)
  await expect(login).rejects.toMatchObject({ code: 'POPUP_CLOSED' })
  await clock.advance(100)
  await vi.waitFor(() => expect(rig.frame.count('RELOAD')).toBe(1))
})

test('an abort closes the popup and reloads the frame', async () => {
  const { rig, popup, clock, leaving, logIn, until } = await setUp(silent)
  const login = logIn()
  await until()
  leaving.abort(new Error('left'))
  await expect(login).rejects.toThrow('left')
  expect(popup.isClosed).toBe(true)
  await clock.advance(100)
  await vi.waitFor(() => expect(rig.frame.count('RELOAD')).toBe(1))
})

test.each([
  ['PASSKEY_CANCELED', { message: 'Canceled', reason: 'PASSKEY_CANCELED' }],
  ['PASSKEY_EXPIRED', { message: 'Too late', reason: 'PASSKEY_EXPIRED' }],
  ['PASSKEY_UNKNOWN', { message: 'Unknown', reason: 'PASSKEY_UNKNOWN' }],
  ['PASSKEY_UNSUPPORTED', { message: 'None', reason: 'PASSKEY_UNSUPPORTED' }],
  ['PASSKEY_FAILED', { message: 'Passkeys aren’t available in this app.' }],
  ['PASSKEY_FAILED', { message: 'Says a newer frame', reason: 'PASSKEY_NEWER' }],
])('error: rejects with %s as reported by the frame', async (code, fault) => {
  const { logIn } = await setUp({ allows: true, ...failing(fault) })
  await expect(logIn()).rejects.toMatchObject({ code, details: fault.message })
})

test('error: rejects with PASSKEY_UNSUPPORTED in a browser without WebAuthn, and sends the frame no request', async () => {
  const { popup, logIn, payloads } = await setUp({ hasWebAuthn: false })
  await expect(logIn()).rejects.toMatchObject({ code: 'PASSKEY_UNSUPPORTED' })
  expect([payloads(), popup.opened]).toEqual([[], []])
})

test('login:reopen returns the passkey login after a login with a passkey', async () => {
  const { rig, logIn } = await setUp({ allows: true })
  await logIn()
  const { accounts } = await rig.connect()
  const route = await rig.connector.features['login:reopen']?.({
    namespace: 'eip155',
    address: accounts[0].address,
    signal: new AbortController().signal,
  })
  expect(route).toEqual({ view: 'ConnectingPasskey', params: { use: 'login' } })
})
