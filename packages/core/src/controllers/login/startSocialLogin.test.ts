import { expect, test } from 'vitest'
import {
  ForeignResultError,
  FrameFailedError,
  FrameLoadFailedError,
  PopupBlockedError,
  PopupClosedError,
  SocialFailedError,
} from '../../errors/login.js'
import { getConnection } from '../../modal/connections.js'
import { createLoginWorld, createOpenLoginWorld, type LoginWorld } from '../../testing/createLoginWorld.js'
import { viewOf } from '../../testing/createSiwxWorld.js'
import { createTestLogin } from '../../testing/createTestLogin.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { siwxSettled } from '../../testing/createTestSiwx.js'
import { settle } from '../../testing/settle.js'
import { getAccount } from '../account/account.js'
import { close, getRoute, goBack, open, push, watchEvents } from '../shell/actions.js'
import type { ModalEvent } from '../shell/state.js'
import { startEmailLogin } from './emailLogin.js'
import { retrySocialLogin, startSocialLogin } from './socialLogin.js'

const loginOf = ({ modal }: LoginWorld) => modal.getState().socialLogin

function connected({ modal }: LoginWorld): readonly string[] {
  return (['eip155', 'solana'] as const).filter((name) => getConnection(modal.getState(), name))
}

/** The tracked events of social logins. */
function listen({ modal }: LoginWorld): readonly (readonly [string, unknown])[] {
  const events: (readonly [string, unknown])[] = []
  const isMeant = ({ event }: ModalEvent) => event.startsWith('SOCIAL_LOGIN')
  watchEvents(modal, (event) => isMeant(event) && events.push([event.event, event.properties]))
  return events
}

test('the popup opens synchronously with the click, and the view shows the pending login', () => {
  const world = createOpenLoginWorld()
  void startSocialLogin(world.modal, { provider: 'google' })
  expect(world.login.calls).toEqual(['popup google'])
  expect(getRoute(world.modal.getState())).toEqual({ view: 'ConnectingSocial', params: { provider: 'google' } })
  expect(loginOf(world)).toEqual({ step: 'popup', provider: 'google', namespace: undefined })
})

test('[S4.11] the result is verified, then all namespaces connect and the modal closes', async () => {
  const world = createOpenLoginWorld()
  const { login, modal, clock } = world
  const events = listen(world)
  const done = startSocialLogin(modal, { provider: 'google' })
  login.step('popup')
  expect(loginOf(world)).toMatchObject({ step: 'popup' })
  login.step('retrieving')
  expect(loginOf(world)).toMatchObject({ step: 'retrieving' })
  expect(connected(world)).toEqual([])

  login.last('social').approve()
  await siwxSettled()
  await done
  expect([connected(world), viewOf(world), loginOf(world)]).toEqual([['eip155', 'solana'], undefined, { step: 'idle' }])
  expect(login.calls).toEqual(['popup google', 'connect eip155', 'connect solana'])
  const provider = { provider: 'google' }
  expect(events).toEqual([
    ['SOCIAL_LOGIN_STARTED', provider],
    ['SOCIAL_LOGIN_REQUEST_USER_DATA', provider],
    ['SOCIAL_LOGIN_SUCCESS', provider],
  ])
  expect(clock.pending()).toBe(0)
})

test('[S3.6] the account includes username and provider, and the username is not stored', async () => {
  const world = createOpenLoginWorld()
  void startSocialLogin(world.modal, { provider: 'discord' })
  world.login.last('social').approve()
  await siwxSettled()
  const account = getAccount(world.modal.getState())
  expect([account.user, account.socialProvider]).toEqual([{ username: 'alice', socialProvider: 'discord' }, 'discord'])
  // only the provider, so that it comes first at the next login
  expect(JSON.stringify([...world.storage.entries])).not.toContain('alice')
  expect([...world.storage.entries.values()].join()).toContain('"lastLogin":"discord"')
})

test('a provider may respond without the retrieving step', async () => {
  const world = createOpenLoginWorld()
  void startSocialLogin(world.modal, { provider: 'x', namespace: 'solana' })
  world.login.last('social').approve()
  await siwxSettled()
  expect([connected(world), viewOf(world)]).toEqual([['solana'], undefined])
})

test('a closed modal opens on ConnectingSocial', () => {
  const world = createLoginWorld()
  void startSocialLogin(world.modal, { provider: 'apple' })
  expect([viewOf(world), world.login.calls]).toEqual(['ConnectingSocial', ['popup apple']])
})

test.each([
  ['[S8.6] [S4.12] the user closed the popup', new PopupClosedError(), 'POPUP_CLOSED', 'Popup closed'],
  ['the browser blocked the popup', new PopupBlockedError(), 'POPUP_BLOCKED', 'The browser has blocked the popup.'],
  [
    'another site sent a result',
    new ForeignResultError(),
    'FOREIGN_RESULT',
    'The result of the login came from another site.',
  ],
  [
    '[S8.8] the provider rejected the login',
    new SocialFailedError({ details: 'access_denied' }),
    'SOCIAL_FAILED',
    'Failed to initiate social connection',
  ],
  ['the frame returned a message', new FrameFailedError({ message: 'No' }), 'FRAME_FAILED', 'No'],
  ['the frame did not load', new FrameLoadFailedError(), 'FRAME_LOAD_FAILED', 'Unable to load email login dependency'],
  ['the connector threw', new TypeError('x is undefined'), 'CONNECTOR_FAILED', 'Failed to connect'],
])('error: %s: the view shows the error, and a retry opens another popup', async (_name, cause, code, message) => {
  const world = createOpenLoginWorld()
  const { login, modal } = world
  void startSocialLogin(modal, { provider: 'github' })
  login.last('social').fail(cause)
  await siwxSettled()
  const { error } = loginOf(world) as { readonly error: { readonly code: string; readonly message: string } }
  expect([error.code, error.message]).toEqual([code, message])
  expect([viewOf(world), connected(world)]).toEqual(['ConnectingSocial', []])

  void retrySocialLogin(modal)
  expect(login.calls).toEqual(['popup github', 'popup github'])
  expect(loginOf(world)).toEqual({ step: 'popup', provider: 'github', namespace: undefined })
  login.last('social').approve()
  await siwxSettled()
  expect([connected(world), viewOf(world)]).toEqual([['eip155', 'solana'], undefined])
})

test('the provider’s error details are sanitized and truncated', async () => {
  const world = createOpenLoginWorld()
  void startSocialLogin(world.modal, { provider: 'google' })
  world.login
    .last('social')
    .fail(new SocialFailedError({ details: `access_denied:\u202e\u0000 not\ntoday${'!'.repeat(500)}` }))
  await settle()
  const { error } = loginOf(world) as { readonly error: { readonly details: string } }
  expect(error.details).toMatch(/^access_denied: {1,2}not today!+$/)
  expect([...error.details]).toHaveLength(200)
})

test('a failure is tracked as an error, a closed popup as canceled', async () => {
  const world = createOpenLoginWorld()
  const events = listen(world)
  for (const cause of [new SocialFailedError(), new PopupClosedError()]) {
    void startSocialLogin(world.modal, { provider: 'google' })
    world.login.last('social').fail(cause)
    await settle()
  }
  expect(events.map(([event]) => event)).toEqual([
    'SOCIAL_LOGIN_STARTED',
    'SOCIAL_LOGIN_ERROR',
    'SOCIAL_LOGIN_STARTED',
    'SOCIAL_LOGIN_CANCELED',
  ])
  expect(events[1]?.[1]).toEqual({
    provider: 'google',
    code: 'SOCIAL_FAILED',
    message: 'Failed to initiate social connection',
  })
})

test.each([
  ['closing', ({ modal }: LoginWorld) => close(modal)],
  ['going back', ({ modal }: LoginWorld) => goBack(modal)],
  ['pushing another view', ({ modal }: LoginWorld) => push(modal, { view: 'WhatIsAWallet', params: undefined })],
  ['opening the modal again', ({ modal }: LoginWorld) => open(modal)],
])('%s aborts the login and its popup', async (_name, leave) => {
  const world = createOpenLoginWorld()
  const events = listen(world)
  void startSocialLogin(world.modal, { provider: 'google' })
  const { signal, approve } = world.login.last('social')
  leave(world)
  expect([signal.aborted, loginOf(world)]).toEqual([true, { step: 'idle' }])
  expect(events.map(([event]) => event)).toEqual(['SOCIAL_LOGIN_STARTED', 'SOCIAL_LOGIN_CANCELED'])
  const before = world.modal.getState()
  approve()
  world.login.step('retrieving')
  await siwxSettled()
  expect([world.modal.getState() === before, connected(world), world.clock.pending()]).toEqual([true, [], 0])
})

test('leaving the view after the provider’s approval still connects', async () => {
  const world = createOpenLoginWorld()
  let go = (): void => undefined
  world.login.gates.set(
    'eip155',
    new Promise((resolve) => {
      go = resolve
    }),
  )
  void startSocialLogin(world.modal, { provider: 'google' })
  world.login.last('social').approve()
  await settle()
  expect(loginOf(world)).toMatchObject({ step: 'connecting' })
  goBack(world.modal)
  // another click changes nothing
  void startSocialLogin(world.modal, { provider: 'google' })
  go()
  await siwxSettled()
  expect([connected(world), viewOf(world), loginOf(world)]).toEqual([['eip155', 'solana'], 'Connect', { step: 'idle' }])
  expect(world.login.calls.filter((call) => call.startsWith('popup'))).toHaveLength(1)
})

test('a failure after the provider’s approval is retried without another popup', async () => {
  const world = createOpenLoginWorld()
  const { login, modal } = world
  for (const namespace of ['eip155', 'solana'] as const)
    login.faults.set(namespace, new FrameFailedError({ message: 'No' }))
  void startSocialLogin(modal, { provider: 'google' })
  login.last('social').approve()
  await siwxSettled()
  expect(loginOf(world)).toMatchObject({ step: 'connecting', error: { code: 'FRAME_FAILED', message: 'No' } })
  login.faults.clear()
  void retrySocialLogin(modal)
  expect(loginOf(world)).toEqual({ step: 'connecting', provider: 'google', namespace: undefined })
  await siwxSettled()
  expect([connected(world), viewOf(world)]).toEqual([['eip155', 'solana'], undefined])
  expect(login.calls.filter((call) => call.startsWith('popup'))).toHaveLength(1)
})

test('another click while the popup is open brings it to the front', async () => {
  const world = createOpenLoginWorld()
  void startSocialLogin(world.modal, { provider: 'google' })
  void startSocialLogin(world.modal, { provider: 'google' })
  void retrySocialLogin(world.modal)
  expect(world.login.calls).toEqual(['popup google', 'reopen', 'reopen'])
  expect(world.login.open()).toEqual(['social google'])
})

test('another provider replaces the previous one', async () => {
  const world = createOpenLoginWorld()
  void startSocialLogin(world.modal, { provider: 'google' })
  const google = world.login.last('social')
  void startSocialLogin(world.modal, { provider: 'x' })
  expect([google.signal.aborted, world.login.open()]).toEqual([true, ['social x']])
  google.fail(new PopupClosedError())
  await settle()
  expect(loginOf(world)).toEqual({ step: 'popup', provider: 'x', namespace: undefined })
  goBack(world.modal)
  expect(viewOf(world)).toBe('Connect')
})

test('a social login aborts an email login in progress', async () => {
  const world = createOpenLoginWorld()
  void startEmailLogin(world.modal, { email: 'alice@example.org' })
  await settle()
  void startSocialLogin(world.modal, { provider: 'google' })
  expect([world.modal.getState().login, world.login.open()]).toEqual([{ step: 'idle' }, ['social google']])
})

test('error: TIMED_OUT after ten minutes plus the frame’s timeout if the provider does not respond', async () => {
  const world = createOpenLoginWorld()
  void startSocialLogin(world.modal, { provider: 'google' })
  await world.clock.advance(600_000)
  expect(loginOf(world)).toEqual({ step: 'popup', provider: 'google', namespace: undefined })
  await world.clock.advance(150_000)
  await settle()
  expect(loginOf(world)).toMatchObject({ step: 'popup', error: { code: 'TIMED_OUT' } })
  expect([world.login.open(), world.clock.pending()]).toEqual([[], 0])
})

test('[S5.3] error: FEATURE_NOT_SUPPORTED for an unknown provider, and nothing changes', async () => {
  const world = createOpenLoginWorld()
  const before = world.modal.getState()
  for (const provider of ['farcaster', 'myspace', '', '__proto__'])
    await expect(startSocialLogin(world.modal, { provider: provider as 'x' })).rejects.toMatchObject({
      code: 'FEATURE_NOT_SUPPORTED',
    })
  expect([world.modal.getState(), world.login.requests]).toEqual([before, []])
})

test('[S8.9] error: NO_AUTH_CONNECTOR without an embedded wallet, or NOT_STARTED, or FEATURE_NOT_SUPPORTED', async () => {
  const start = (modal: Parameters<typeof startSocialLogin>[0]) => startSocialLogin(modal, { provider: 'google' })
  await expect(start(createTestModal().modal)).rejects.toMatchObject({
    code: 'NO_AUTH_CONNECTOR',
    shortMessage: 'No auth connector found',
  })
  await expect(start(createLoginWorld({ isStarted: false }).modal)).rejects.toMatchObject({ code: 'NOT_STARTED' })
  const login = createTestLogin()
  Object.assign(login.connector.features, { 'social:login': undefined })
  await expect(start(createLoginWorld({ login }).modal)).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' })
})

test('destroying the modal aborts the popup and leaves no timer', async () => {
  const world = createOpenLoginWorld()
  void startSocialLogin(world.modal, { provider: 'google' })
  world.modal.destroy()
  expect(world.login.last('social').signal.aborted).toBe(true)
  world.login.step('retrieving')
  await settle()
  expect(world.clock.pending()).toBe(0)
})

test('a retry does nothing outside the view, and starts a login if the view has none', async () => {
  const world = createOpenLoginWorld()
  await retrySocialLogin(world.modal)
  expect(world.login.calls).toEqual([])
  open(world.modal, { view: 'ConnectingSocial', arguments: { provider: 'facebook' } })
  void retrySocialLogin(world.modal)
  expect(world.login.calls).toEqual(['popup facebook'])
})
