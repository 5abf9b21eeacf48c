import { expect, test, vi } from 'vitest'
import { FrameFailedError, SocialFailedError } from '../../errors/login.js'
import { getConnection } from '../../modal/connections.js'
import type { SocialProvider } from '../../modal/features.js'
import { createLoginWorld, type LoginWorld } from '../../testing/createLoginWorld.js'
import { viewOf } from '../../testing/createSiwxWorld.js'
import { createTestLogin } from '../../testing/createTestLogin.js'
import { restored } from '../../testing/createTestModal.js'
import { siwxSettled } from '../../testing/createTestSiwx.js'
import { settle } from '../../testing/settle.js'
import { retrySocialLogin } from '../login/socialLogin.js'
import { watchEvents } from '../shell/events.js'
import { goBack } from '../shell/router.js'

/** A page that its visitor has come back to from a provider. */
function createReturnedWorld(provider: SocialProvider = 'google') {
  const login = createTestLogin()
  Object.assign(login.connector.features, {
    'social:resume': async ({
      signal,
      onStart,
    }: {
      readonly signal: AbortSignal
      readonly onStart: (provider: SocialProvider) => void
    }) => {
      onStart(provider)
      return login.ask('resume', { text: '', signal }, () => {
        login.email = 'alice@example.org'
      })
    },
  })
  const told: string[] = []
  const world = createLoginWorld({ login, isStarted: false })
  watchEvents(world.modal, ({ event }) => told.push(event))
  world.modal.start()
  return { ...world, told }
}

const stepOf = ({ modal }: LoginWorld) => modal.getState().socialLogin?.step

function connected({ modal }: LoginWorld): readonly string[] {
  return (['eip155', 'solana'] as const).filter((name) => getConnection(modal.getState(), name))
}

test('who comes back without a popup sees that the result is checked, and is connected', async () => {
  const world = createReturnedWorld()
  await restored()
  expect([viewOf(world), stepOf(world)]).toEqual(['ConnectingSocial', 'retrieving'])
  world.login.last('resume').approve()
  await siwxSettled()
  expect([connected(world), viewOf(world), stepOf(world)]).toEqual([['eip155', 'solana'], undefined, 'idle'])
  expect(world.told).toContain('SOCIAL_LOGIN_REQUEST_USER_DATA')
  expect(world.told.at(-2)).toBe('SOCIAL_LOGIN_SUCCESS')
})

test('[S8.8] what failed is shown, and tried again from there', async () => {
  const world = createReturnedWorld('github')
  await restored()
  world.login.last('resume').fail(new SocialFailedError({ details: 'access_denied' }))
  await settle()
  expect(world.modal.getState().socialLogin).toMatchObject({
    step: 'retrieving',
    provider: 'github',
    error: { message: 'Failed to initiate social connection', details: 'access_denied' },
  })
  void retrySocialLogin(world.modal)
  expect(world.login.calls).toEqual(['popup github'])
})

test('who turns away is not logged in', async () => {
  const world = createReturnedWorld()
  await restored()
  goBack(world.modal)
  const { signal, approve } = world.login.last('resume')
  expect([signal.aborted, stepOf(world)]).toEqual([true, 'idle'])
  approve()
  await siwxSettled()
  expect([connected(world), viewOf(world), world.clock.pending()]).toEqual([[], undefined, 0])
})

test('a result of no provider connects nobody', async () => {
  const login = createTestLogin()
  Object.assign(login.connector.features, { 'social:resume': async () => undefined })
  const world = createLoginWorld({ login })
  await restored()
  expect([connected(world), viewOf(world), world.clock.pending()]).toEqual([[], undefined, 0])
})

test('a page that ends meanwhile opens nothing', async () => {
  const world = createReturnedWorld()
  world.modal.destroy()
  await restored()
  expect([world.login.requests, viewOf(world)]).toEqual([[], undefined])
})

test('one that fails before it says whose it is leaves the page as it was, and tells the developer', async () => {
  const quiet = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const login = createTestLogin()
  Object.assign(login.connector.features, { 'social:resume': () => Promise.reject(new FrameFailedError()) })
  const world = createLoginWorld({ login })
  await restored()
  expect([viewOf(world), stepOf(world), world.clock.pending()]).toEqual([undefined, undefined, 0])
  expect(quiet).toHaveBeenCalledOnce()
  quiet.mockRestore()
})
