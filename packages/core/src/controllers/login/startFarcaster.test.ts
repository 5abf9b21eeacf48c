import { expect, test } from 'vitest'
import { FarcasterFailedError, FrameFailedError, FrameLoadFailedError } from '../../errors/login.js'
import { getConnection } from '../../modal/connections.js'
import { createLoginWorld, createOpenLoginWorld, type LoginWorld } from '../../testing/createLoginWorld.js'
import { viewOf } from '../../testing/createSiwxWorld.js'
import { createTestLogin } from '../../testing/createTestLogin.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { siwxSettled } from '../../testing/createTestSiwx.js'
import { settle } from '../../testing/settle.js'
import { getAccount } from '../account/account.js'
import { close, goBack, watchEvents } from '../shell/actions.js'
import { startFarcaster } from './farcaster.js'

const url = 'https://farcaster.example/siwf?channelToken=1'

const farcasterOf = ({ modal }: LoginWorld) => modal.getState().farcaster

function connected({ modal }: LoginWorld): readonly string[] {
  return (['eip155', 'solana'] as const).filter((name) => getConnection(modal.getState(), name))
}

/** The tracked events of social logins. */
function listen({ modal }: LoginWorld): readonly string[] {
  const events: string[] = []
  watchEvents(modal, ({ event, properties }) => {
    if (event.startsWith('SOCIAL_LOGIN')) events.push(`${event} ${(properties as { provider: string }).provider}`)
  })
  return events
}

async function show(world: LoginWorld, link: unknown = url): Promise<void> {
  void startFarcaster(world.modal)
  await settle()
  world.login.last('farcaster').approve(link)
  await settle()
}

test('shows a link; after the approval on the phone all namespaces connect', async () => {
  const world = createOpenLoginWorld()
  const events = listen(world)
  void startFarcaster(world.modal)
  expect([viewOf(world), farcasterOf(world)]).toEqual([
    'ConnectingFarcaster',
    { step: 'starting', namespace: undefined },
  ])
  await settle()
  expect(world.login.open()).toEqual(['farcaster'])

  world.login.last('farcaster').approve(url)
  await settle()
  expect(farcasterOf(world)).toEqual({ step: 'shown', url, namespace: undefined })
  expect(world.login.open()).toEqual(['phone'])

  world.login.last('phone').approve()
  await siwxSettled()
  expect([connected(world), viewOf(world), farcasterOf(world)]).toEqual([
    ['eip155', 'solana'],
    undefined,
    { step: 'idle' },
  ])
  expect(events).toEqual([
    'SOCIAL_LOGIN_STARTED farcaster',
    'SOCIAL_LOGIN_REQUEST_USER_DATA farcaster',
    'SOCIAL_LOGIN_SUCCESS farcaster',
  ])
  expect(world.clock.pending()).toBe(0)
})

test('[S3.6] the account includes the link while it is shown, and then the username', async () => {
  const world = createOpenLoginWorld()
  const account = () => getAccount(world.modal.getState())
  expect(account().farcasterUrl).toBeUndefined()
  await show(world)
  expect(account().farcasterUrl).toBe(url)
  world.login.last('phone').approve()
  await siwxSettled()
  expect([account().farcasterUrl, account().user, account().socialProvider]).toEqual([
    undefined,
    { username: 'alice.eth', socialProvider: 'farcaster' },
    'farcaster',
  ])
})

test('connects only the requested namespace', async () => {
  const world = createLoginWorld()
  void startFarcaster(world.modal, { namespace: 'solana' })
  await settle()
  world.login.last('farcaster').approve(url)
  await settle()
  world.login.last('phone').approve()
  await siwxSettled()
  expect(connected(world)).toEqual(['solana'])
})

test.each([
  'http://farcaster.example/one',
  'javascript:alert(1)',
  'data:text/html,hi',
  'farcaster://one',
  'https://user:secret@farcaster.example/',
  'https://',
  `https://farcaster.example/${'a'.repeat(3_000)}`,
  '',
  null,
  7,
])('error: FARCASTER_FAILED for the invalid link %s', async (link) => {
  const world = createOpenLoginWorld()
  await show(world, link)
  expect(farcasterOf(world)).toMatchObject({ step: 'starting', error: { code: 'FARCASTER_FAILED' } })
  expect(world.login.open()).toEqual([])
})

test.each(['http://localhost:4180/one', 'http://farcaster.localhost:4180/one', 'http://127.0.0.1:4180/one'])(
  'accepts an http link to localhost: %s',
  async (link) => {
    const world = createOpenLoginWorld()
    await show(world, link)
    expect(farcasterOf(world)).toMatchObject({ step: 'shown', url: link })
  },
)

test.each([
  ['[S8.7] Farcaster rejects', new FarcasterFailedError({ details: 'rejected' }), 'FARCASTER_FAILED'],
  ['the frame returns a message', new FrameFailedError({ message: 'No' }), 'FRAME_FAILED'],
  ['the frame did not load', new FrameLoadFailedError(), 'FRAME_LOAD_FAILED'],
])(
  'error: %s, before or after the link: the view shows the error, and a retry shows a new link',
  async (_name, cause, code) => {
    for (const question of ['farcaster', 'phone']) {
      const world = createOpenLoginWorld()
      const events = listen(world)
      void startFarcaster(world.modal)
      await settle()
      if (question === 'phone') world.login.last('farcaster').approve(url)
      await settle()
      world.login.last(question).fail(cause)
      await settle()
      expect(farcasterOf(world)).toMatchObject({ error: { code, message: cause.shortMessage } })
      expect([viewOf(world), events.at(-1)]).toEqual(['ConnectingFarcaster', 'SOCIAL_LOGIN_ERROR farcaster'])

      await show(world, 'https://farcaster.example/two')
      expect(farcasterOf(world)).toEqual({ step: 'shown', url: 'https://farcaster.example/two', namespace: undefined })
      world.login.last('phone').approve()
      await siwxSettled()
      expect(connected(world)).toEqual(['eip155', 'solana'])
    }
  },
)

test('[S8.7] error: FARCASTER_FAILED if the link is not opened within ten minutes', async () => {
  const world = createOpenLoginWorld()
  await show(world)
  await world.clock.advance(599_000)
  expect(farcasterOf(world)).not.toHaveProperty('error')
  await world.clock.advance(1_000)
  await settle()
  expect(farcasterOf(world)).toMatchObject({
    step: 'shown',
    error: {
      code: 'FARCASTER_FAILED',
      message: 'Failed to connect to farcaster',
      details: 'The link was not opened in time.',
    },
  })
  expect(world.clock.pending()).toBe(0)
})

test('error: TIMED_OUT if the frame returns no link', async () => {
  const world = createOpenLoginWorld()
  void startFarcaster(world.modal)
  await world.clock.advance(150_000)
  await settle()
  expect(farcasterOf(world)).toMatchObject({ step: 'starting', error: { code: 'TIMED_OUT' } })
})

test('a second start joins the login in progress', async () => {
  const world = createOpenLoginWorld()
  await show(world)
  await startFarcaster(world.modal)
  expect(world.login.open()).toEqual(['phone'])
})

test.each([
  ['closing', ({ modal }: LoginWorld) => void close(modal)],
  ['going back', ({ modal }: LoginWorld) => goBack(modal)],
])('%s aborts the wallet’s request, and a late approval on the phone changes nothing', async (_name, leave) => {
  const world = createOpenLoginWorld()
  const events = listen(world)
  await show(world)
  const { signal, approve } = world.login.last('phone')
  leave(world)
  expect([signal.aborted, farcasterOf(world), events.at(-1)]).toEqual([
    true,
    { step: 'idle' },
    'SOCIAL_LOGIN_CANCELED farcaster',
  ])
  const before = world.modal.getState()
  approve()
  await siwxSettled()
  expect([world.modal.getState() === before, connected(world), world.clock.pending()]).toEqual([true, [], 0])
})

test('a failure after the approval on the phone is retried without another approval', async () => {
  const world = createOpenLoginWorld()
  const { login } = world
  for (const namespace of ['eip155', 'solana'] as const) login.faults.set(namespace, new FrameFailedError())
  await show(world)
  login.last('phone').approve()
  await siwxSettled()
  expect(farcasterOf(world)).toMatchObject({ step: 'connecting', error: { code: 'FRAME_FAILED' } })
  login.faults.clear()
  void startFarcaster(world.modal)
  await siwxSettled()
  expect([connected(world), viewOf(world)]).toEqual([['eip155', 'solana'], undefined])
  expect(login.requests.filter(({ name }) => name === 'farcaster')).toHaveLength(1)
})

test('leaving the view after the approval on the phone still connects', async () => {
  const world = createOpenLoginWorld()
  let go = (): void => undefined
  world.login.gates.set(
    'eip155',
    new Promise((resolve) => {
      go = resolve
    }),
  )
  await show(world)
  world.login.last('phone').approve()
  await settle()
  goBack(world.modal)
  go()
  await siwxSettled()
  expect([connected(world), viewOf(world), farcasterOf(world)]).toEqual([
    ['eip155', 'solana'],
    'Connect',
    { step: 'idle' },
  ])
})

test('[S8.9] error: NO_AUTH_CONNECTOR without an embedded wallet, FEATURE_NOT_SUPPORTED if it has no Farcaster login', async () => {
  await expect(startFarcaster(createTestModal().modal)).rejects.toMatchObject({ code: 'NO_AUTH_CONNECTOR' })
  const login = createTestLogin()
  Object.assign(login.connector.features, { 'farcaster:start': undefined })
  await expect(startFarcaster(createLoginWorld({ login }).modal)).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
  })
})
