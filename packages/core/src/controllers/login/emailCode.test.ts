import { expect, test } from 'vitest'
import { EmailCooldownError, FrameFailedError } from '../../errors/login.js'
import { createOpenLoginWorld, email, type LoginWorld } from '../../testing/createLoginWorld.js'
import { viewOf } from '../../testing/createSiwxWorld.js'
import { siwxSettled } from '../../testing/createTestSiwx.js'
import { settle } from '../../testing/settle.js'
import { parseCode, resendEmailCode, startEmailLogin, submitEmailCode } from './emailLogin.js'

async function startAt(action: 'VERIFY_DEVICE' | 'VERIFY_OTP'): Promise<LoginWorld> {
  const world = createOpenLoginWorld()
  void startEmailLogin(world.modal, { email })
  await settle()
  world.login.last('login').approve(action)
  await settle()
  return world
}

const loginOf = ({ modal }: LoginWorld) => modal.getState().login

test.each([
  ['123456', '123456'],
  [' 123456\n', '123456'],
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['12345', null],
  ['1234567', null],
  ['１２３４５６', null],
  ['12345a', null],
  ['', null],
  [`${' '.repeat(200)}123456`, null],
  [['1', '2', '3', '4', '5', '6'], null],
  [123456, null],
  [null, null],
])('parseCode(%j) returns %j', (text, code) => {
  expect(parseCode(text)).toBe(code)
})

test('an invalid code is not sent to the wallet, so it does not count as an attempt', async () => {
  const world = await startAt('VERIFY_OTP')
  for (const code of ['12345', '１２３４５６', ['123456'] as never]) {
    await submitEmailCode(world.modal, { code })
    expect(loginOf(world)).toMatchObject({ step: 'otp', error: { code: 'INVALID_CODE' } })
  }
  expect(world.login.requests.map(({ name }) => name)).toEqual(['login'])
})

test('a code that the wallet rejects can be entered again', async () => {
  const world = await startAt('VERIFY_OTP')
  void submitEmailCode(world.modal, { code: '000000' })
  await settle()
  world.login.last('verify').fail(new FrameFailedError({ message: 'Invalid code' }))
  await settle()
  const error = { code: 'FRAME_FAILED', message: 'Invalid code' }
  expect([loginOf(world), viewOf(world)]).toMatchObject([{ step: 'otp', email, error }, 'EmailVerifyOtp'])
  void submitEmailCode(world.modal, { code: '123456' })
  await settle()
  expect(loginOf(world)).not.toHaveProperty('error')
  world.login.last('verify').approve()
  await siwxSettled()
  expect(loginOf(world)).toEqual({ step: 'idle' })
})

test('a code submitted twice is verified once', async () => {
  const world = await startAt('VERIFY_OTP')
  void submitEmailCode(world.modal, { code: '123456' })
  void submitEmailCode(world.modal, { code: '123456' })
  await settle()
  expect(world.login.open()).toEqual(['verify 123456'])
})

test('a code submitted in another step is not sent to the wallet', async () => {
  const world = await startAt('VERIFY_DEVICE')
  await submitEmailCode(world.modal, { code: '123456' })
  expect(world.login.open()).toEqual(['device'])
})

test('[S5.2] [S9.1] a code can be resent after 30 seconds; an earlier attempt reports the remaining seconds', async () => {
  const world = await startAt('VERIFY_OTP')
  const { clock, login, modal } = world
  const sentAt = clock.now()
  expect(loginOf(world)).toMatchObject({ resendAt: sentAt + 30_000 })
  await clock.advance(12_500)
  await resendEmailCode(modal)
  expect(loginOf(world)).toMatchObject({
    step: 'otp',
    resendAt: sentAt + 30_000,
    error: { code: 'EMAIL_COOLDOWN', message: 'Please try again after 18 seconds', retryAfter: 18 },
  })
  expect(login.requests).toHaveLength(1)

  await clock.advance(17_500)
  void resendEmailCode(modal)
  await settle()
  expect(login.open()).toEqual([`login ${email}`])
  expect(loginOf(world)).toMatchObject({ step: 'otp', resendAt: sentAt + 60_000 })
  expect(loginOf(world)).not.toHaveProperty('error')
  // a double click sends it once
  await resendEmailCode(modal)
  login.last('login').approve('VERIFY_OTP')
  await settle()
  expect([login.requests.length, loginOf(world)]).toMatchObject([2, { step: 'otp', isResent: true }])
})

test('while the link is resent the first one stays valid, until the new one has been sent', async () => {
  const world = await startAt('VERIFY_DEVICE')
  const { clock, login, modal } = world
  await clock.advance(30_000)
  void resendEmailCode(modal)
  await settle()
  const first = login.last('device')
  expect([first.signal.aborted, login.open()]).toEqual([false, ['device', `login ${email}`]])
  login.last('login').approve('VERIFY_DEVICE')
  await settle()
  expect([first.signal.aborted, login.open(), viewOf(world)]).toEqual([true, ['device'], 'EmailVerifyDevice'])
  first.approve()
  await settle()
  expect(loginOf(world)).toMatchObject({ step: 'device', isResent: true })
  login.last('device').approve()
  await settle()
  expect([loginOf(world)?.step, viewOf(world)]).toEqual(['otp', 'EmailVerifyOtp'])
})

test('approving the first link during a resend aborts the resend', async () => {
  const world = await startAt('VERIFY_DEVICE')
  const { clock, login, modal } = world
  await clock.advance(30_000)
  void resendEmailCode(modal)
  await settle()
  const again = login.last('login')
  login.last('device').approve()
  await settle()
  expect([again.signal.aborted, loginOf(world)?.step]).toEqual([true, 'otp'])
  again.approve('VERIFY_DEVICE')
  await settle()
  expect([loginOf(world)?.step, viewOf(world)]).toEqual(['otp', 'EmailVerifyOtp'])
})

test('a failed resend can be retried at once, or after the cooldown that the wallet reports', async () => {
  const world = await startAt('VERIFY_DEVICE')
  const { clock, login, modal } = world
  await clock.advance(30_000)
  void resendEmailCode(modal)
  await settle()
  login.last('login').fail(new FrameFailedError({ message: 'No mail' }))
  await settle()
  expect(loginOf(world)).toMatchObject({ step: 'device', resendAt: clock.now(), error: { message: 'No mail' } })
  // the first link is still valid
  expect(login.open()).toEqual(['device'])
  void resendEmailCode(modal)
  await settle()
  login.last('login').fail(new EmailCooldownError({ retryAfter: 9 }))
  await settle()
  expect(loginOf(world)).toMatchObject({
    resendAt: clock.now() + 9_000,
    error: { code: 'EMAIL_COOLDOWN', retryAfter: 9 },
  })
})

test('if the device is approved by the time of a resend, continues with the code or connects', async () => {
  for (const [action, step] of [
    ['VERIFY_OTP', 'otp'],
    ['CONNECT', 'idle'],
  ] as const) {
    const world = await startAt('VERIFY_DEVICE')
    await world.clock.advance(30_000)
    void resendEmailCode(world.modal)
    await settle()
    world.login.last('login').approve(action)
    await siwxSettled()
    expect([loginOf(world)?.step, world.login.open()]).toEqual([step, []])
  }
})

test('resend does nothing before an email was sent', async () => {
  const world = createOpenLoginWorld()
  await resendEmailCode(world.modal)
  void startEmailLogin(world.modal, { email })
  await settle()
  await resendEmailCode(world.modal)
  expect(world.login.requests).toHaveLength(1)
})
