import { expect, test } from 'vitest'
import { PasskeyCanceledError, PasskeyFailedError } from '../../errors/login.js'
import { getConnection } from '../../modal/connections.js'
import { alice } from '../../testing/accounts.js'
import { createLoginWorld, createOpenLoginWorld, type LoginWorld } from '../../testing/createLoginWorld.js'
import { viewOf } from '../../testing/createSiwxWorld.js'
import { siwxSettled } from '../../testing/createTestSiwx.js'
import { settle } from '../../testing/settle.js'
import { getRoute, goBack } from '../shell/actions.js'
import { canUsePasskey, startPasskeyLogin } from './passkeyLogin.js'

const loginOf = ({ modal }: LoginWorld) => modal.getState().passkeyLogin

function connected({ modal }: LoginWorld): readonly string[] {
  return (['eip155', 'solana'] as const).filter((name) => getConnection(modal.getState(), name))
}

test('the ceremony starts synchronously with the click; then all namespaces connect and the modal closes', async () => {
  const world = createOpenLoginWorld()
  const done = startPasskeyLogin(world.modal, { use: 'login' })
  expect(world.login.calls).toEqual(['passkey login'])
  expect(getRoute(world.modal.getState())).toEqual({ view: 'ConnectingPasskey', params: { use: 'login' } })
  expect(loginOf(world)).toMatchObject({ step: 'waiting', use: 'login' })
  world.login.last('passkey').approve()
  await siwxSettled()
  await done
  expect([connected(world), viewOf(world), loginOf(world)]).toEqual([['eip155', 'solana'], undefined, { step: 'idle' }])
  expect(world.modal.getState().lastLogin).toBe('passkey')
})

test('if the account must be set up first, the modal shows the account after the login', async () => {
  const world = createOpenLoginWorld()
  world.login.facts.set('eip155', { accounts: [{ ...alice, type: 'smartAccount', custody: 'needed' }] })
  void startPasskeyLogin(world.modal, { use: 'signup' })
  world.login.last('passkey').approve()
  await siwxSettled()
  expect([connected(world), viewOf(world)]).toEqual([['eip155', 'solana'], 'Account'])
})

test('after a cancel the user can sign up instead; both share one view, which Back leaves', async () => {
  const world = createOpenLoginWorld()
  void startPasskeyLogin(world.modal, { use: 'login' })
  world.login.last('passkey').fail(new PasskeyCanceledError())
  await settle()
  expect(loginOf(world)).toMatchObject({ step: 'waiting', error: { code: 'PASSKEY_CANCELED' } })
  void startPasskeyLogin(world.modal, { use: 'signup' })
  expect(world.login.calls).toEqual(['passkey login', 'passkey signup'])
  expect(loginOf(world)).toEqual({ step: 'waiting', use: 'signup', namespace: undefined })
  goBack(world.modal)
  expect([viewOf(world), loginOf(world)]).toEqual(['Connect', { step: 'idle' }])
})

test('a second click brings the pop-up to the front', async () => {
  const world = createOpenLoginWorld()
  void startPasskeyLogin(world.modal, { use: 'signup' })
  await startPasskeyLogin(world.modal, { use: 'signup' })
  expect(world.login.calls).toEqual(['passkey signup', 'reopen'])
})

test('leaving the view ends the ceremony, and its late result connects nothing', async () => {
  const world = createOpenLoginWorld()
  void startPasskeyLogin(world.modal, { use: 'login' })
  goBack(world.modal)
  world.login.last('passkey').approve()
  await siwxSettled()
  expect([connected(world), loginOf(world)]).toEqual([[], { step: 'idle' }])
})

test('shows the vault’s error details as sanitized text', async () => {
  const world = createOpenLoginWorld()
  void startPasskeyLogin(world.modal, { use: 'login' })
  world.login.last('passkey').fail(new PasskeyFailedError({ details: 'Passkeys aren’t\navailable.' }))
  await settle()
  expect(loginOf(world)).toMatchObject({ error: { code: 'PASSKEY_FAILED', details: 'Passkeys aren’t available.' } })
})

test('passkeys are available only if the app enables them, and not together with pay', () => {
  expect(canUsePasskey(createLoginWorld().modal)).toBe(false)
  expect(canUsePasskey(createLoginWorld({ features: { passkey: true } }).modal)).toBe(true)
  expect(canUsePasskey(createLoginWorld({ features: { passkey: true, pay: true } }).modal)).toBe(false)
})
