import { expect, test } from 'vitest'
import {
  EmailCooldownError,
  FrameFailedError,
  FrameLoadFailedError,
  FrameRequestTimedOutError,
} from '../../errors/login.js'
import { getConnection } from '../../modal/connections.js'
import { createLoginWorld, createOpenLoginWorld, email, type LoginWorld } from '../../testing/createLoginWorld.js'
import { viewOf } from '../../testing/createSiwxWorld.js'
import { createTestLogin } from '../../testing/createTestLogin.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { siwxSettled } from '../../testing/createTestSiwx.js'
import { settle } from '../../testing/settle.js'
import { getAccount } from '../account/account.js'
import { close, goBack, open } from '../shell/actions.js'
import { startEmailLogin, submitEmailCode } from './emailLogin.js'

async function start({ modal }: LoginWorld, address = email): Promise<void> {
  void startEmailLogin(modal, { email: address })
  await settle()
}

const stepOf = ({ modal }: LoginWorld) => modal.getState().login?.step

/** The connected namespaces. */
function connected({ modal }: LoginWorld): readonly string[] {
  return (['eip155', 'solana'] as const).filter((name) => getConnection(modal.getState(), name))
}

test('[S4.35] a new device is approved by a link; after the code all namespaces connect', async () => {
  const world = createOpenLoginWorld()
  const { modal, login, clock } = world
  await start(world)
  expect([modal.getState().login, viewOf(world), login.open()]).toEqual([
    { step: 'starting', email, namespace: undefined },
    'Connect',
    [`login ${email}`],
  ])

  login.last('login').approve('VERIFY_DEVICE')
  await settle()
  expect([stepOf(world), viewOf(world), login.open()]).toEqual(['device', 'EmailVerifyDevice', ['device']])

  login.last('device').approve()
  await settle()
  expect([stepOf(world), viewOf(world), login.open()]).toEqual(['otp', 'EmailVerifyOtp', []])
  expect(modal.getState().router.stack.map(({ view }) => view)).toEqual(['Connect', 'EmailVerifyOtp'])

  void submitEmailCode(modal, { code: ' 123 456' })
  await settle()
  expect([stepOf(world), login.open()]).toEqual(['verifying', ['verify 123456']])
  expect(connected(world)).toEqual([])

  login.last('verify').approve()
  await siwxSettled()
  expect([connected(world), viewOf(world), stepOf(world)]).toEqual([['eip155', 'solana'], undefined, 'idle'])
  expect(login.calls).toEqual(['connect eip155', 'connect solana'])
  expect(modal.getState().activeNamespace).toBe('eip155')
  expect(clock.pending()).toBe(0)
})

test('[S4.35] a known device only needs a code; a device that is still logged in connects at once', async () => {
  const known = createOpenLoginWorld()
  await start(known)
  known.login.last('login').approve('VERIFY_OTP')
  await settle()
  expect([stepOf(known), viewOf(known)]).toEqual(['otp', 'EmailVerifyOtp'])

  const still = createOpenLoginWorld()
  await start(still)
  still.login.last('login').approve('CONNECT')
  await siwxSettled()
  expect([connected(still), viewOf(still), stepOf(still)]).toEqual([['eip155', 'solana'], undefined, 'idle'])
})

test('[S3.6] the user’s email is part of the account and is not stored', async () => {
  const world = createOpenLoginWorld()
  await start(world)
  world.login.last('login').approve('CONNECT')
  await siwxSettled()
  expect(getAccount(world.modal.getState()).user).toEqual({ email })
  expect(getAccount(world.modal.getState(), 'solana').user).toEqual({ email })
  expect(JSON.stringify([...world.storage.entries])).not.toContain('alice')
})

test('opens EmailLogin if the modal is closed', async () => {
  const world = createLoginWorld()
  await start(world)
  expect([viewOf(world), stepOf(world)]).toEqual(['EmailLogin', 'starting'])
  expect(world.modal.getState().router.stack.at(-1)?.params).toEqual({ email, namespace: undefined })
})

test('connects only the requested namespace', async () => {
  const world = createOpenLoginWorld()
  void startEmailLogin(world.modal, { email, namespace: 'solana' })
  await settle()
  world.login.last('login').approve('CONNECT')
  await siwxSettled()
  expect(connected(world)).toEqual(['solana'])
})

test('[S5.1] error: INVALID_EMAIL without a wallet request; whitespace around an address is trimmed', async () => {
  const world = createOpenLoginWorld()
  for (const text of ['', 'a@b', 'a@example.org,b@example.org', 'a@example.org\r\nBcc: b@example.org']) {
    await start(world, text)
    expect(world.modal.getState().login).toMatchObject({ step: 'starting', error: { code: 'INVALID_EMAIL' } })
  }
  expect(world.login.requests).toEqual([])
  await start(world, ` ${email}\n`)
  expect(world.login.open()).toEqual([`login ${email}`])
})

test('[S5.1] sends the code as a string, with leading zeros', async () => {
  const world = createOpenLoginWorld()
  await start(world)
  world.login.last('login').approve('VERIFY_OTP')
  await settle()
  void submitEmailCode(world.modal, { code: '001234' })
  await settle()
  expect(world.login.open()).toEqual(['verify 001234'])
})

test.each([
  [
    'the frame did not load',
    new FrameLoadFailedError(),
    { code: 'FRAME_LOAD_FAILED', message: 'Unable to load email login dependency' },
  ],
  [
    'the frame returns a message',
    new FrameFailedError({ message: 'Too many' }),
    { code: 'FRAME_FAILED', message: 'Too many' },
  ],
  ['the frame returns no message', new FrameFailedError(), { code: 'FRAME_FAILED', message: 'An error occurred' }],
  [
    'the email cooldown is active',
    new EmailCooldownError({ retryAfter: 12 }),
    { code: 'EMAIL_COOLDOWN', message: 'Please try again after 12 seconds', retryAfter: 12 },
  ],
])('error: %s: the email is kept, and the login can be retried', async (_, cause, error) => {
  const world = createOpenLoginWorld()
  await start(world)
  world.login.last('login').fail(cause)
  await settle()
  expect([world.modal.getState().login, viewOf(world)]).toMatchObject([{ step: 'starting', email, error }, 'Connect'])
  await start(world)
  expect(world.modal.getState().login).toEqual({ step: 'starting', email, namespace: undefined })
  world.login.last('login').approve('VERIFY_OTP')
  await settle()
  expect(stepOf(world)).toBe('otp')
})

test('a cooldown sets the time of the next possible email', async () => {
  const world = createOpenLoginWorld()
  await start(world)
  world.login.last('login').fail(new EmailCooldownError({ retryAfter: 12 }))
  await settle()
  expect(world.modal.getState().login).toMatchObject({ resendAt: world.clock.now() + 12_000 })
})

test('error: TIMED_OUT if the secure site does not respond', async () => {
  const world = createOpenLoginWorld()
  await start(world)
  await world.clock.advance(150_000)
  expect(world.modal.getState().login).toMatchObject({ step: 'starting', email, error: { code: 'TIMED_OUT' } })
  expect([world.login.last('login').signal.aborted, world.clock.pending()]).toEqual([true, 0])
})

test.each([
  ['closing', ({ modal }: LoginWorld) => void close(modal)],
  ['going back', ({ modal }: LoginWorld) => goBack(modal)],
  ['opening another view', ({ modal }: LoginWorld) => open(modal, { view: 'WhatIsAWallet' })],
])('%s aborts the login with ABORTED, and late responses change nothing', async (_, leave) => {
  for (const action of [undefined, 'VERIFY_DEVICE', 'VERIFY_OTP'] as const) {
    const world = createOpenLoginWorld()
    const { login, clock, modal } = world
    await start(world)
    if (action) {
      login.last('login').approve(action)
      await settle()
    }
    const waiting = login.requests.filter(({ isOver }) => !isOver())
    leave(world)
    expect(stepOf(world)).toBe('idle')
    for (const { signal } of waiting) expect(signal.reason).toMatchObject({ code: 'ABORTED' })
    const state = modal.getState()
    for (const request of waiting) request.approve('CONNECT')
    await siwxSettled()
    expect([modal.getState(), clock.pending(), connected(world)]).toEqual([state, 0, []])
  }
})

test('another email replaces the first, whose late response is ignored', async () => {
  const world = createOpenLoginWorld()
  const { login, modal } = world
  await start(world)
  const first = login.last('login')
  await start(world, 'bob@example.org')
  expect(first.signal.aborted).toBe(true)
  first.approve('VERIFY_DEVICE')
  await settle()
  expect([modal.getState().login, viewOf(world)]).toEqual([
    { step: 'starting', email: 'bob@example.org', namespace: undefined },
    'Connect',
  ])
})

test('a link is valid for ten minutes, even if the frame times out earlier', async () => {
  const world = createOpenLoginWorld()
  const { login, clock, modal } = world
  await start(world)
  login.last('login').approve('VERIFY_DEVICE')
  await settle()
  for (let round = 1; round < 5; round++) {
    await clock.advance(119_000)
    login.last('device').fail(new FrameRequestTimedOutError())
    await settle()
    expect([stepOf(world), login.open()]).toEqual(['device', ['device']])
  }
  await clock.advance(600_000 - 4 * 119_000 - 1)
  expect(modal.getState().login).not.toHaveProperty('error')
  await clock.advance(1)
  expect(modal.getState().login).toMatchObject({ step: 'device', email, error: { code: 'TIMED_OUT' } })
  expect(login.open()).toEqual([])
})

test('a frame that times out at once is retried up to five times', async () => {
  const world = createOpenLoginWorld()
  let asked = 0
  const login = createTestLogin()
  const features = {
    ...login.connector.features,
    'email:approveDevice': async () => {
      asked += 1
      throw new FrameRequestTimedOutError()
    },
  }
  const plugin = { ...login.plugin, setup: () => ({ ...login.connector, features }) }
  const { modal } = createTestModal({ plugins: [plugin] })
  void startEmailLogin(modal, { email })
  await settle()
  login.last('login').approve('VERIFY_DEVICE')
  await settle()
  expect([asked, modal.getState().login?.step]).toEqual([5, 'device'])
  expect(modal.getState().login).toMatchObject({ error: { code: 'FRAME_REQUEST_TIMED_OUT' } })
  expect(stepOf(world)).toBeUndefined()
})

test('a namespace that fails does not stop the others', async () => {
  const world = createOpenLoginWorld()
  world.login.faults.set('eip155', new FrameFailedError())
  await start(world)
  world.login.last('login').approve('CONNECT')
  await siwxSettled()
  expect([connected(world), viewOf(world), world.modal.getState().activeNamespace]).toEqual([
    ['solana'],
    undefined,
    'solana',
  ])
})

test('if all namespaces fail, a retry only connects, without another code', async () => {
  const world = createOpenLoginWorld()
  const { login, modal } = world
  for (const name of ['eip155', 'solana'] as const) login.faults.set(name, new FrameFailedError({ message: 'Broken' }))
  await start(world)
  login.last('login').approve('VERIFY_OTP')
  await settle()
  void submitEmailCode(modal, { code: '123456' })
  await settle()
  login.last('verify').approve()
  await siwxSettled()
  const error = { code: 'FRAME_FAILED', message: 'Broken' }
  expect([modal.getState().login, viewOf(world)]).toMatchObject([
    { step: 'connecting', email, error },
    'EmailVerifyOtp',
  ])

  login.faults.clear()
  await start(world)
  await siwxSettled()
  expect([connected(world), viewOf(world)]).toEqual([['eip155', 'solana'], undefined])
  expect(login.requests.map(({ name }) => name)).toEqual(['login', 'verify'])
})

test('closing the modal after the approval still connects', async () => {
  const world = createOpenLoginWorld()
  const { login, modal } = world
  let go = (): void => undefined
  login.gates.set(
    'eip155',
    new Promise((resolve) => {
      go = resolve
    }),
  )
  await start(world)
  login.last('login').approve('CONNECT')
  await settle()
  close(modal)
  expect(stepOf(world)).toBe('connecting')
  go()
  await siwxSettled()
  expect([connected(world), viewOf(world), stepOf(world)]).toEqual([['eip155', 'solana'], undefined, 'idle'])
})

test('a failure after the modal was closed is not shown', async () => {
  const world = createOpenLoginWorld()
  const { login, modal } = world
  let fail: (cause: unknown) => void = () => undefined
  login.gates.set(
    'eip155',
    new Promise((_, reject) => {
      fail = reject
    }),
  )
  login.faults.set('solana', new FrameFailedError())
  await start(world)
  login.last('login').approve('CONNECT')
  await settle()
  close(modal)
  fail(new FrameFailedError())
  await siwxSettled()
  expect([modal.getState().login, connected(world)]).toEqual([{ step: 'idle' }, []])
})

test('destroying the modal aborts the request and leaves no timer', async () => {
  const world = createOpenLoginWorld()
  await start(world)
  world.login.last('login').approve('VERIFY_DEVICE')
  await settle()
  world.modal.destroy()
  await settle()
  expect([world.clock.pending(), world.login.last('device').signal.aborted]).toEqual([0, true])
})

test('[S8.9] error: NO_AUTH_CONNECTOR without an embedded wallet', async () => {
  const { modal } = createTestModal()
  await expect(startEmailLogin(modal, { email })).rejects.toMatchObject({
    code: 'NO_AUTH_CONNECTOR',
    shortMessage: 'No auth connector found',
  })
})
