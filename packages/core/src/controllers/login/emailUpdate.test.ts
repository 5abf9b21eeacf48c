import { expect, test } from 'vitest'
import { FrameFailedError } from '../../errors/login.js'
import { createLoggedInWorld, createLoginWorld, type LoginWorld } from '../../testing/createLoginWorld.js'
import { viewOf } from '../../testing/createSiwxWorld.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { settle } from '../../testing/settle.js'
import { getAccount } from '../account/account.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { close, goBack, open, push } from '../shell/actions.js'
import { startEmailUpdate, submitPrimaryCode, submitSecondaryCode, updateEmail } from './emailUpdate.js'

const email = 'new@example.org'

const updateOf = ({ modal }: LoginWorld) => modal.getState().emailUpdate

const emailOf = ({ modal }: LoginWorld, namespace?: 'solana') => getAccount(modal.getState(), namespace).user?.email

/** Alice is logged in, came from the account view, and the wallet has responded with the next step. */
async function startAt(action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'): Promise<LoginWorld> {
  const world = await createLoggedInWorld()
  const { modal, login } = world
  open(modal)
  push(modal, { view: 'UpdateEmailWallet', params: undefined })
  void startEmailUpdate(modal, { email })
  await settle()
  login.last('update').approve(action)
  await settle()
  return world
}

async function submitPrimary({ modal }: LoginWorld, code = '111111'): Promise<void> {
  void submitPrimaryCode(modal, { code })
  await settle()
}

async function submitSecondary({ modal }: LoginWorld, code = '222222'): Promise<void> {
  void submitSecondaryCode(modal, { code })
  await settle()
}

test('[S4.36] changes the email in all namespaces after codes from the old and the new address', async () => {
  const world = await startAt('VERIFY_PRIMARY_OTP')
  const { login, modal, clock } = world
  expect([updateOf(world), viewOf(world)]).toEqual([{ step: 'primary', email }, 'UpdateEmailPrimaryOtp'])
  await submitPrimary(world)
  expect([updateOf(world)?.step, login.open()]).toEqual(['verifyingPrimary', ['primary 111111']])
  login.last('primary').approve()
  await settle()
  expect([updateOf(world), viewOf(world)]).toEqual([{ step: 'secondary', email }, 'UpdateEmailSecondaryOtp'])
  await submitSecondary(world)
  expect([updateOf(world)?.step, emailOf(world)]).toEqual(['verifyingSecondary', 'alice@example.org'])
  login.last('secondary').approve(email)
  await settle()
  expect([emailOf(world), emailOf(world, 'solana'), updateOf(world)]).toEqual([email, email, { step: 'idle' }])
  expect([viewOf(world), modal.getState().router.stack.length, clock.pending()]).toEqual(['Account', 1, 0])
})

test('a resent code reuses its view: the stack stays account, address, code', async () => {
  const world = await startAt('VERIFY_PRIMARY_OTP')
  const { login, modal } = world
  void startEmailUpdate(modal, { email })
  await settle()
  login.last('update').approve('VERIFY_PRIMARY_OTP')
  await settle()
  expect(modal.getState().router.stack.map(({ view }) => view)).toEqual([
    'Account',
    'UpdateEmailWallet',
    'UpdateEmailPrimaryOtp',
  ])
})

test('[S4.36] asks only for the new address’s code if the wallet requires no other', async () => {
  const world = await startAt('VERIFY_SECONDARY_OTP')
  expect([updateOf(world), viewOf(world)]).toEqual([{ step: 'secondary', email }, 'UpdateEmailSecondaryOtp'])
})

test('a rejected code can be entered again; an invalid one is not sent to the wallet', async () => {
  const world = await startAt('VERIFY_PRIMARY_OTP')
  const { login } = world
  await submitPrimary(world, '11111')
  expect([updateOf(world), login.open()]).toMatchObject([{ step: 'primary', error: { code: 'INVALID_CODE' } }, []])
  await submitPrimary(world)
  login.last('primary').fail(new FrameFailedError({ message: 'Invalid code' }))
  await settle()
  expect(updateOf(world)).toMatchObject({ step: 'primary', email, error: { message: 'Invalid code' } })
  await submitPrimary(world)
  expect(login.open()).toEqual(['primary 111111'])
})

test('[S5.1] error: INVALID_EMAIL for an invalid address, without a wallet request', async () => {
  const world = await createLoggedInWorld()
  await startEmailUpdate(world.modal, { email: 'a@b' })
  expect(updateOf(world)).toMatchObject({ step: 'starting', email: 'a@b', error: { code: 'INVALID_EMAIL' } })
  expect(world.login.requests.some(({ name }) => name === 'update')).toBe(false)
})

test('error: INVALID_WALLET_REPLY if the wallet returns an invalid email, and the email stays', async () => {
  const world = await startAt('VERIFY_SECONDARY_OTP')
  await submitSecondary(world)
  world.login.last('secondary').approve('nonsense')
  await settle()
  expect(updateOf(world)).toMatchObject({ step: 'secondary', error: { code: 'INVALID_WALLET_REPLY' } })
  expect(emailOf(world)).toBe('alice@example.org')
})

test.each([
  ['closing', ({ modal }: LoginWorld) => void close(modal)],
  ['going back', ({ modal }: LoginWorld) => goBack(modal)],
])('%s aborts the update, and a late response changes nothing', async (_, leave) => {
  const world = await startAt('VERIFY_SECONDARY_OTP')
  const { login, modal, clock } = world
  await submitSecondary(world)
  const request = login.last('secondary')
  leave(world)
  expect([updateOf(world), request.signal.reason]).toMatchObject([{ step: 'idle' }, { code: 'ABORTED' }])
  const state = modal.getState()
  request.approve(email)
  await settle()
  expect([modal.getState(), clock.pending()]).toEqual([state, 0])
})

test('error: TIMED_OUT if the wallet does not respond; the update can be retried', async () => {
  const world = await createLoggedInWorld()
  void startEmailUpdate(world.modal, { email })
  await world.clock.advance(150_000)
  expect(updateOf(world)).toMatchObject({ step: 'starting', email, error: { code: 'TIMED_OUT' } })
  void startEmailUpdate(world.modal, { email })
  await settle()
  world.login.last('update').approve('VERIFY_PRIMARY_OTP')
  await settle()
  expect(updateOf(world)).toEqual({ step: 'primary', email })
})

test('[S4.13] updateEmail checks the email every second and resolves when it has changed', async () => {
  const world = await createLoggedInWorld()
  const { clock, login, modal } = world
  let result: unknown
  void updateEmail(modal).then((reply) => {
    result = reply
  })
  await settle()
  expect(viewOf(world)).toBe('UpdateEmailWallet')
  await clock.advance(5_000)
  // the wallet reports it, as after a change made elsewhere
  login.emit('change', { namespace: 'eip155', user: { email } })
  await clock.advance(999)
  expect(result).toBeUndefined()
  await clock.advance(1)
  expect(result).toEqual({ email })
})

test('[S4.13] updateEmail resolves after both codes, and the modal closes', async () => {
  const world = await createLoggedInWorld()
  const { clock, login, modal } = world
  const updating = updateEmail(modal)
  void startEmailUpdate(modal, { email })
  await settle()
  login.last('update').approve('VERIFY_PRIMARY_OTP')
  await clock.advance(60_000)
  await submitPrimary(world)
  login.last('primary').approve()
  await clock.advance(60_000)
  await submitSecondary(world)
  login.last('secondary').approve(email)
  await clock.advance(1_000)
  await expect(updating).resolves.toEqual({ email })
  expect([viewOf(world), clock.pending()]).toEqual([undefined, 0])
})

test.each([
  ['closes the modal', async ({ modal }: LoginWorld) => void close(modal), 'MODAL_CLOSED'],
  ['goes elsewhere', async ({ modal }: LoginWorld) => open(modal, { view: 'Networks' }), 'ABORTED'],
  ['disconnects', ({ modal }: LoginWorld) => disconnect(modal), 'NOT_CONNECTED'],
  ['never does anything', ({ clock }: LoginWorld) => clock.advance(3_600_000), 'TIMED_OUT'],
])('updateEmail rejects if the user %s', async (_, leave, code) => {
  const world = await createLoggedInWorld()
  const updating = updateEmail(world.modal)
  const ended = expect(updating).rejects.toMatchObject({ code })
  await settle()
  await leave(world)
  await world.clock.advance(1_000)
  await ended
  expect(world.clock.pending()).toBe(0)
})

test('[S8.10] error: NOT_EMAIL_OR_SOCIAL if another wallet is connected', async () => {
  const { modal, wallet } = createLoginWorld()
  await connect(modal, { connectorId: wallet.connector.meta.id })
  const expected = { code: 'NOT_EMAIL_OR_SOCIAL', shortMessage: 'Not connected to email or social' }
  await expect(updateEmail(modal)).rejects.toMatchObject(expected)
  await expect(startEmailUpdate(modal, { email })).rejects.toMatchObject(expected)
})

test('the email of the embedded wallet changes while another wallet is active', async () => {
  const world = await createLoggedInWorld()
  const { modal, wallet, login } = world
  await connect(modal, { connectorId: wallet.connector.meta.id })
  expect([modal.getState().activeNamespace, emailOf(world)]).toEqual(['eip155', undefined])
  const changed = updateEmail(modal)
  void startEmailUpdate(modal, { email })
  await settle()
  login.last('update').approve('VERIFY_SECONDARY_OTP')
  await settle()
  await submitSecondary(world)
  login.last('secondary').approve(email)
  await settle()
  await world.clock.advance(1_000)
  expect(await changed).toEqual({ email })
})

test('[S8.9] error: NO_AUTH_CONNECTOR without an embedded wallet', async () => {
  const { modal } = createTestModal()
  await expect(updateEmail(modal)).rejects.toMatchObject({ code: 'NO_AUTH_CONNECTOR' })
})
