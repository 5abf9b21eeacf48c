import { FrameFailedError } from '@latchkey/core/plugin'
import { createTestClock, createTestContext } from '@latchkey/testing'
import { expect, test, vi } from 'vitest'
import { createFrameMemory, type FrameMemoryKey } from '../../storage/frameMemory.js'
import type { CallName } from '../frameClient.js'
import type { Call, Calls } from './createCalls.js'
import { createMessages } from './createMessages.js'

const user = { address: '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', chainId: 10, email: 'ann@example.com' }
const { signal } = new AbortController()

/** Messages to a frame with these replies. A message without a reply fails. */
function open(
  answers: { readonly [name in CallName]?: unknown },
  stored: { readonly [key in FrameMemoryKey]?: string } = {},
) {
  const clock = createTestClock()
  const context = createTestContext({ env: clock })
  const memory = createFrameMemory({ env: context.env, id: 'shop', warn: context.warn })
  for (const [key, value] of Object.entries(stored)) memory.set(key as FrameMemoryKey, value)
  const asked: (readonly [name: string, payload: unknown])[] = []
  const calls: Pick<Calls, 'request'> = {
    async request({ name, payload }: Call) {
      asked.push([name, payload])
      if (!Object.hasOwn(answers, name)) throw new FrameFailedError({ message: `no ${name}` })
      return answers[name as CallName]
    },
  }
  const events: unknown[] = []
  let lose = (): void => undefined
  const lost = new Promise<void>((resolve) => {
    lose = resolve
  })
  const drop = vi.fn()
  const initialSync = { begin: vi.fn(), whenDone: async () => undefined, setTheme: vi.fn() }
  const messages = createMessages({
    context,
    memory,
    calls: calls as Calls,
    initialSync,
    emit: (event, data) => void events.push({ [event]: data }),
    isReady: () => true,
    whenLost: () => lost,
    drop,
  })
  return { context, clock, memory, asked, events, initialSync, messages, lose, drop }
}

test('[S5.2] rejects a second email login within 30 s without sending it; a failed login starts no cooldown', async () => {
  const failing = open({})
  await expect(failing.messages.CONNECT_EMAIL?.({ email: 'a@example.com' }, signal)).rejects.toThrow('no CONNECT_EMAIL')
  expect(failing.memory.get('lastLogin')).toBeUndefined()

  const { messages, clock, asked } = open({ CONNECT_EMAIL: { action: 'VERIFY_OTP' } })
  const connect = () => messages.CONNECT_EMAIL?.({ email: 'a@example.com' }, signal)
  await connect()
  await clock.advance(10_500)
  await expect(connect()).rejects.toMatchObject({
    code: 'EMAIL_COOLDOWN',
    retryAfter: 20,
    shortMessage: 'Please try again after 20 seconds',
  })
  expect(asked).toHaveLength(1)
  await clock.advance(19_500)
  await connect()
  expect(asked).toHaveLength(2)
})

test('[S5.1] rejects invalid email addresses without sending them, for a login and for an email change', async () => {
  const { messages, asked, memory } = open({
    CONNECT_EMAIL: { action: 'CONNECT' },
    UPDATE_EMAIL: { action: 'CONNECT' },
  })
  for (const email of ['', 'ann', 'a@b', 'a@@b.co', 'a@b.co\r\nBcc: c@d.co', 'a@b.co,c@d.co', 'ａ@b.co']) {
    await expect(messages.CONNECT_EMAIL?.({ email }, signal)).rejects.toMatchObject({ code: 'INVALID_EMAIL' })
    await expect(messages.UPDATE_EMAIL?.({ email }, signal)).rejects.toMatchObject({ code: 'INVALID_EMAIL' })
  }
  expect(asked).toEqual([])
  expect(memory.get('lastLogin')).toBeUndefined()
})

test('[S4.34] requests the user on the given chain, else on the last one, else on chain 1', async () => {
  const { messages, asked, memory, events } = open({ GET_USER: user })
  await messages.GET_USER?.(undefined, signal)
  await messages.GET_USER?.(undefined, signal)
  memory.set('lastChain', 'solana:x')
  await messages.GET_USER?.({ preferredAccountType: 'eoa' }, signal)
  await messages.GET_USER?.({ chainId: 137 }, signal)
  expect(asked.map(([, payload]) => payload)).toEqual([
    { chainId: 1 },
    { chainId: 10 },
    { chainId: 'solana:x', preferredAccountType: 'eoa' },
    { chainId: 137 },
  ])
  expect(events).toEqual(Array.from({ length: 4 }, () => ({ user })))
})

test('[S4.33] sends no IS_CONNECTED without a stored login; a negative or failed reply ends the login', async () => {
  const login = { emailLoginUsed: 'true', email: 'a@example.com', lastChain: '1', username: 'a' } as const
  const fresh = open({ IS_CONNECTED: { isConnected: true } })
  expect(await fresh.messages.IS_CONNECTED?.(undefined, signal)).toEqual({ isConnected: false })
  expect([fresh.asked, fresh.events]).toEqual([[], []])

  const known = open({ IS_CONNECTED: { isConnected: true } }, { ...login, sessionToken: 't' })
  expect(await known.messages.IS_CONNECTED?.(undefined, signal)).toEqual({ isConnected: true })
  expect(known.asked).toEqual([['IS_CONNECTED', { token: 't' }]])
  expect([known.memory.get('email'), known.events]).toEqual(['a@example.com', [{ connected: { isConnected: true } }]])

  const gone = open({ IS_CONNECTED: { isConnected: false } }, login)
  expect(await gone.messages.IS_CONNECTED?.(undefined, signal)).toEqual({ isConnected: false })
  const failed = open({}, login)
  await expect(failed.messages.IS_CONNECTED?.(undefined, signal)).rejects.toThrow('no IS_CONNECTED')
  for (const { memory, events } of [gone, failed]) {
    for (const key of Object.keys(login)) expect(memory.get(key as FrameMemoryKey)).toBeUndefined()
    expect(events).toEqual([{ connected: { isConnected: false } }])
  }
})

test('an aborted IS_CONNECTED does not end the login', async () => {
  const { messages, memory } = open({}, { emailLoginUsed: 'true' })
  await expect(messages.IS_CONNECTED?.(undefined, AbortSignal.abort('left'))).rejects.toBe('left')
  expect(memory.get('emailLoginUsed')).toBe('true')
})

test('[S4.38] returns the stored chain at once, and emits chain if the frame reports another one', async () => {
  const { messages, memory, events, asked } = open({ GET_CHAIN_ID: { chainId: 10 } }, { lastChain: '1' })
  expect(await messages.GET_CHAIN_ID?.(undefined, signal)).toEqual({ chainId: 1 })
  await vi.waitFor(() => expect(events).toEqual([{ chain: { chainId: 10 } }]))
  expect(memory.get('lastChain')).toBe('10')
  expect(await messages.GET_CHAIN_ID?.(undefined, signal)).toEqual({ chainId: 10 })
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(events).toHaveLength(1)
})

test('falls back to the EOA if the preferred account cannot be set', async () => {
  const address = user.address
  const chosen = open({ SET_PREFERRED_ACCOUNT: { type: 'smartAccount', address } })
  await chosen.messages.SET_PREFERRED_ACCOUNT?.({ type: 'smartAccount' }, signal)
  expect(chosen.events).toEqual([{ account: { type: 'smartAccount', address } }])
  const refused = open({})
  await expect(refused.messages.SET_PREFERRED_ACCOUNT?.({ type: 'smartAccount' }, signal)).rejects.toThrow()
  expect(refused.events).toEqual([{ account: { type: 'eoa' } }])
})

test('[S4.33] a sign-out clears the storage before the reply, and rejects if the frame refuses it', async () => {
  const { messages, memory } = open({}, { emailLoginUsed: 'true', sessionToken: 't', email: 'a@example.com' })
  const out = messages.SIGN_OUT?.(undefined, signal)
  for (const key of ['emailLoginUsed', 'sessionToken', 'email'] as const) expect(memory.get(key)).toBeUndefined()
  await expect(out).rejects.toMatchObject({ code: 'FRAME_FAILED', shortMessage: 'no SIGN_OUT' })
})

test('stores no session token that arrives before the reply to a sign-out', async () => {
  let reply = (): void => undefined
  const answer = new Promise<void>((resolve) => {
    reply = resolve
  })
  const { messages, memory } = open({ SIGN_OUT: answer }, { emailLoginUsed: 'true', sessionToken: 't' })
  const out = messages.SIGN_OUT?.(undefined, signal)
  messages.storeToken('late')
  expect(memory.get('sessionToken')).toBeUndefined()
  reply()
  await out
  messages.storeToken('next')
  expect(memory.get('sessionToken')).toBe('next')
})

test('reloads the frame only after its reply to a sign-out, or after 3 s', async () => {
  for (const isAnswered of [true, false]) {
    let reply = (): void => undefined
    const answer = new Promise<void>((resolve) => {
      reply = resolve
    })
    const { messages, clock, asked } = open({ SIGN_OUT: answer, RELOAD: undefined })
    const out = messages.SIGN_OUT?.(undefined, signal)
    messages.reload(() => true)
    await clock.advance(2_999)
    expect(asked.map(([name]) => name)).toEqual(['SIGN_OUT'])
    if (isAnswered) reply()
    await clock.advance(isAnswered ? 0 : 101)
    expect(asked.map(([name]) => name)).toEqual(['SIGN_OUT', 'RELOAD'])
    await out
  }
})

test('keeps a theme for the initial sync of later frames', async () => {
  const { messages, initialSync, asked } = open({ SYNC_THEME: undefined })
  await messages.SYNC_THEME?.({ themeMode: 'dark' }, signal)
  expect(initialSync.setTheme).toHaveBeenCalledWith({ themeMode: 'dark' })
  expect(asked).toEqual([['SYNC_THEME', { themeMode: 'dark' }]])
})

test('messages wait for the new document while the frame reloads', async () => {
  const { messages, clock, asked, lose } = open({ RELOAD: undefined, GET_SOCIAL_REDIRECT_URI: { uri: 'x' } })
  const isNeeded = vi.fn(() => true)
  messages.reload(isNeeded)
  const reply = messages.send('GET_SOCIAL_REDIRECT_URI', { provider: 'google' }, signal)
  await clock.advance(99)
  expect([isNeeded.mock.calls, asked]).toEqual([[], []])
  await clock.advance(1)
  expect(asked).toEqual([['RELOAD', undefined]])
  lose()
  expect(await reply).toEqual({ uri: 'x' })
  expect(clock.pending()).toBe(0)
})

test('drops a frame whose document has not unloaded 5 s after RELOAD', async () => {
  const { messages, clock, asked, drop } = open({ RELOAD: undefined, CONNECT_OTP: undefined })
  messages.reload(() => true)
  const reply = messages.send('CONNECT_OTP', { otp: '123456' }, signal)
  await clock.advance(5_099)
  expect(drop).not.toHaveBeenCalled()
  await clock.advance(1)
  await reply
  expect(drop).toHaveBeenCalledOnce()
  expect(asked.map(([name]) => name)).toEqual(['RELOAD', 'CONNECT_OTP'])
})

test('sends waiting messages once a reload turns out to be unneeded or the frame refuses it', async () => {
  for (const isNeeded of [false, true]) {
    const { messages, clock, asked } = open({ CONNECT_OTP: undefined })
    messages.reload(() => isNeeded)
    const reply = messages.send('CONNECT_OTP', { otp: '123456' }, signal)
    await clock.advance(100)
    await reply
    expect(asked.map(([name]) => name)).toEqual([...(isNeeded ? ['RELOAD'] : []), 'CONNECT_OTP'])
  }
})

test('rejects a message aborted while the frame reloads, and does not send it', async () => {
  const { messages, asked } = open({ RELOAD: undefined, CONNECT_OTP: undefined })
  messages.reload(() => true)
  const leaving = new AbortController()
  const reply = messages.send('CONNECT_OTP', { otp: '123456' }, leaving.signal)
  leaving.abort(new Error('left'))
  await expect(reply).rejects.toThrow('left')
  expect(asked).toEqual([])
})
