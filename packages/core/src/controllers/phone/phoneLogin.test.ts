import { expect, test } from 'vitest'
import { EmailCooldownError, FrameFailedError, InvalidPhoneError, WalletFrozenError } from '../../errors/login.js'
import { getConnection } from '../../modal/connections.js'
import { createLoginWorld, createOpenLoginWorld, type LoginWorld } from '../../testing/createLoginWorld.js'
import { viewOf } from '../../testing/createSiwxWorld.js'
import { siwxSettled } from '../../testing/createTestSiwx.js'
import { settle } from '../../testing/settle.js'
import { startConnect } from '../connection/flow.js'
import { goBack } from '../shell/actions.js'
import { resendPhoneCode, startPhoneLogin, submitPhoneCode } from './phoneLogin.js'

const loginOf = ({ modal }: LoginWorld) => modal.getState().phoneLogin

const connected = ({ modal }: LoginWorld): readonly string[] =>
  (['eip155', 'solana'] as const).filter((name) => getConnection(modal.getState(), name))

const sent = { phone: '+49 1512 3456789', retryAfter: 30 }

/** Logs in up to the code step. */
async function begin(world: LoginWorld): Promise<void> {
  void startPhoneLogin(world.modal, { phone: ' 015123456789 ' })
  await settle()
  world.login.last('sms').approve(sent)
  await settle()
}

test('sends the typed number, asks for the code, then connects all namespaces and closes the modal', async () => {
  const world = createOpenLoginWorld()
  await begin(world)
  expect(world.login.last('sms').text).toBe('015123456789')
  expect(loginOf(world)).toMatchObject({ step: 'otp', phone: sent.phone, resendAt: world.modal.env.now() + 30_000 })
  expect(viewOf(world)).toBe('PhoneVerify')
  await submitPhoneCode(world.modal, { code: '12345' })
  expect(loginOf(world)).toMatchObject({ step: 'otp', error: { code: 'INVALID_CODE' } })
  void submitPhoneCode(world.modal, { code: '123 456' })
  await settle()
  expect(loginOf(world)).toMatchObject({ step: 'verifying' })
  world.login.last('smsCode').fail(new FrameFailedError({ message: 'Invalid code' }))
  await settle()
  expect(loginOf(world)).toMatchObject({ step: 'otp', error: { code: 'FRAME_FAILED', message: 'Invalid code' } })
  void submitPhoneCode(world.modal, { code: '123456' })
  await settle()
  world.login.last('smsCode').approve()
  await siwxSettled()
  expect([connected(world), viewOf(world), loginOf(world)]).toEqual([['eip155', 'solana'], undefined, { step: 'idle' }])
  expect(world.modal.getState().lastLogin).toBe('phone')
})

test('a rejected number can be corrected, and going back ends the login', async () => {
  const world = createOpenLoginWorld()
  void startPhoneLogin(world.modal, { phone: '123' })
  await settle()
  world.login.last('sms').fail(new InvalidPhoneError())
  await settle()
  expect([viewOf(world), loginOf(world)]).toMatchObject([
    'PhoneLogin',
    { step: 'starting', error: { code: 'INVALID_PHONE' } },
  ])
  await begin(world)
  expect(viewOf(world)).toBe('PhoneVerify')
  goBack(world.modal)
  expect([viewOf(world), loginOf(world)]).toEqual(['PhoneLogin', { step: 'idle' }])
  await submitPhoneCode(world.modal, { code: '123456' })
  expect(world.login.requests.some(({ name }) => name === 'smsCode')).toBe(false)
})

test('a code can be resent after the wallet’s cooldown, and again after a failed resend', async () => {
  const world = createOpenLoginWorld()
  await begin(world)
  const count = (): number => world.login.requests.filter(({ name }) => name === 'sms').length
  await resendPhoneCode(world.modal)
  expect([count(), loginOf(world)]).toMatchObject([1, { error: { code: 'EMAIL_COOLDOWN', retryAfter: 30 } }])
  await world.clock.advance(30_000)
  void resendPhoneCode(world.modal)
  await settle()
  world.login.last('sms').fail(new EmailCooldownError({ retryAfter: 3_600 }))
  await settle()
  expect([count(), loginOf(world)]).toMatchObject([
    2,
    { step: 'otp', error: { retryAfter: 3_600 }, resendAt: world.modal.env.now() + 3_600_000 },
  ])
  await world.clock.advance(3_600_000)
  void resendPhoneCode(world.modal)
  await settle()
  world.login.last('sms').approve(sent)
  await settle()
  expect([count(), loginOf(world)]).toMatchObject([3, { step: 'otp', isResent: true }])
  expect(loginOf(world)).not.toHaveProperty('error')
})

test('a connection that fails after the code is retried without another SMS', async () => {
  const world = createOpenLoginWorld()
  for (const namespace of ['eip155', 'solana'] as const) world.login.faults.set(namespace, new WalletFrozenError())
  await begin(world)
  void submitPhoneCode(world.modal, { code: '123456' })
  await settle()
  world.login.last('smsCode').approve()
  await siwxSettled()
  expect(loginOf(world)).toMatchObject({ step: 'connecting', error: { code: 'WALLET_FROZEN' } })
  world.login.faults.clear()
  await startPhoneLogin(world.modal, { phone: '015123456789' })
  await siwxSettled()
  expect([connected(world), world.login.requests.filter(({ name }) => name === 'sms')]).toMatchObject([
    ['eip155', 'solana'],
    [{}],
  ])
})

test('the embedded wallet opens PhoneLogin if the app offers no other login; pay turns phone off', () => {
  const world = createOpenLoginWorld({ features: { phone: true, email: false, socials: false } })
  void startConnect(world.modal, { connectorId: 'embeddedWallet' })
  expect(viewOf(world)).toBe('PhoneLogin')
  expect(createLoginWorld({ features: { phone: true, pay: true } }).modal.getState().features.phone).toBe(false)
})
