import { expect, test, vi } from 'vitest'
import { internals } from '../../modal/modal.js'
import { setActiveNamespace } from '../../modal/namespaces.js'
import { alice, bob, sol } from '../../testing/accounts.js'
import { aliceOnMainnet, createAskedWorld, createSiwxWorld, viewOf } from '../../testing/createSiwxWorld.js'
import { createTestModal, restored } from '../../testing/createTestModal.js'
import { createTestSession, createTestSiwx, siwxSettled } from '../../testing/createTestSiwx.js'
import { createTestStorage } from '../../testing/createTestStorage.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { unknownId } from '../../testing/networks.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { startConnect } from '../connection/flow.js'
import { switchNetwork } from '../network/switch.js'
import { close, getRoute, open } from '../shell/actions.js'
import { signIn } from './signIn.js'
import { siwxTimeouts } from './state.js'

const connectorId = 'org.example.wallet'

const solId = 'org.example.sol'

test('[S4.21] asks an account without a session to sign in after connecting', async () => {
  const world = createSiwxWorld()
  const { modal, test: own } = world
  expect(modal.getState().siwx).toEqual({ status: 'idle' })
  await connect(modal, { connectorId })
  await siwxSettled()
  expect(own.calls).toEqual([`getSessions eip155:1 ${alice.address}`])
  expect(modal.getState().siwx).toEqual({ status: 'signedOut', caipAddress: aliceOnMainnet })
  expect([viewOf(world), modal.getState().router.stack.length]).toEqual(['SIWXSignMessage', 1])
})

test('[S4.21] does not ask an account that has a session', async () => {
  const own = createTestSiwx()
  own.sessions = [createTestSession('eip155:1', alice.address)]
  const world = await createAskedWorld({ test: own })
  expect(world.modal.getState().siwx).toMatchObject({ status: 'signedIn', caipAddress: aliceOnMainnet })
  expect(viewOf(world)).toBeUndefined()
})

test('[S4.21] shows UnsupportedChain on an unsupported network, and asks to sign in after the switch', async () => {
  const world = createSiwxWorld({ wallets: [createTestWallet({ caipNetworkId: unknownId })] })
  await connect(world.modal, { connectorId })
  await siwxSettled()
  expect([viewOf(world), world.test.calls, world.modal.getState().siwx.status]).toEqual([
    'UnsupportedChain',
    [],
    'idle',
  ])
  await switchNetwork(world.modal, { network: 'eip155:1' })
  await siwxSettled()
  expect([viewOf(world), world.test.count('getSessions')]).toEqual(['SIWXSignMessage', 1])
})

test('does not ask to sign in on an unsupported network with allowUnsupportedChain', async () => {
  const wallet = createTestWallet({ caipNetworkId: unknownId })
  const world = await createAskedWorld({ wallets: [wallet], allowUnsupportedChain: true })
  expect([viewOf(world), world.test.calls]).toEqual([undefined, []])
})

test('stays idle without a sign-in option', async () => {
  const { modal } = createTestModal()
  await connect(modal, { connectorId })
  await siwxSettled()
  expect([modal.getState().siwx, modal[internals].signIns]).toEqual([{ status: 'idle' }, undefined])
})

test('an auth plugin works like the siwx option', async () => {
  const own = createTestSiwx()
  const { modal } = createTestModal({
    plugins: [{ kind: 'auth', apiVersion: 1, name: 'own', setup: () => own.siwx }],
  })
  await connect(modal, { connectorId })
  await siwxSettled()
  expect(modal.getState().siwx.status).toBe('signedOut')
})

test('the connect flow continues to the sign-in view without closing the modal', async () => {
  const world = createSiwxWorld()
  const { modal } = world
  open(modal)
  const closed = vi.fn()
  modal.subscribe((state) => !state.modal.open && closed())
  await startConnect(modal, { connectorId })
  await siwxSettled()
  expect([viewOf(world), closed.mock.calls.length]).toEqual(['SIWXSignMessage', 0])
})

test('the connect flow closes the modal once an existing session is found', async () => {
  const world = createSiwxWorld()
  world.test.sessions = [createTestSession('eip155:1', alice.address)]
  const answer = world.test.hold('getSessions')
  open(world.modal)
  await startConnect(world.modal, { connectorId })
  await siwxSettled()
  expect([viewOf(world), world.modal.getState().siwx.status]).toEqual(['ConnectingExternal', 'checking'])
  answer()
  await siwxSettled()
  expect([viewOf(world), world.modal.getState().siwx.status]).toEqual([undefined, 'signedIn'])
})

test('asks to sign in only after the wallet has switched to the preselected network', async () => {
  const world = createSiwxWorld({ wallets: [createTestWallet({ asks: ['switch'] })] })
  const { modal, wallet } = world
  await switchNetwork(modal, { network: 'eip155:10' })
  open(modal)
  const flow = startConnect(modal, { connectorId })
  await siwxSettled()
  expect([viewOf(world), modal.getState().siwx.status]).toEqual(['ConnectingExternal', 'signedOut'])
  wallet.last('switch').approve()
  await flow
  await siwxSettled()
  expect([viewOf(world), wallet.last('switch').signal.aborted]).toEqual(['SIWXSignMessage', false])
  expect(modal.getState().siwx).toMatchObject({ status: 'signedOut', caipAddress: `eip155:10:${alice.address}` })
})

test.each<[string, number, (world: Awaited<ReturnType<typeof createAskedWorld>>) => unknown]>([
  ['a change to another account', 1, ({ wallet }) => wallet.emit('change', { namespace: 'eip155', accounts: [bob] })],
  [
    'a change to another network',
    0,
    ({ wallet }) => wallet.emit('change', { namespace: 'eip155', caipNetworkId: 'eip155:10' }),
  ],
  ['the same account again', 0, ({ wallet }) => wallet.emit('change', { namespace: 'eip155', accounts: [alice] })],
  ['connecting another namespace', 1, ({ modal }) => connect(modal, { connectorId: solId })],
  ['a session change elsewhere', 0, ({ test: own }) => own.notify()],
])('after %s, a signed-in user is asked %i times', async (_, prompts, happen) => {
  const world = await createAskedWorld()
  await signIn(world.modal)
  expect(viewOf(world)).toBeUndefined()
  await happen(world)
  await siwxSettled()
  expect(viewOf(world)).toBe(prompts === 0 ? undefined : 'SIWXSignMessage')
  expect(world.test.count('createMessage')).toBe(1)
})

test('asks again on another network if sessions are chain-bound', async () => {
  const world = await createAskedWorld({ isChainBound: true })
  await signIn(world.modal)
  await switchNetwork(world.modal, { network: 'eip155:10' })
  await siwxSettled()
  expect(viewOf(world)).toBe('SIWXSignMessage')
})

test('does not ask again on returning to a namespace that has a session', async () => {
  const world = await createAskedWorld()
  await signIn(world.modal)
  world.test.sessions = [
    ...world.test.sessions,
    createTestSession('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', sol.address),
  ]
  await connect(world.modal, { connectorId: solId })
  await siwxSettled()
  setActiveNamespace(world.modal, 'eip155')
  await siwxSettled()
  expect([viewOf(world), world.modal.getState().siwx.status]).toEqual([undefined, 'signedIn'])
})

test('ignores a late session result for a previous account', async () => {
  const world = createSiwxWorld()
  const late = world.test.hold('getSessions')
  await connect(world.modal, { connectorId })
  await siwxSettled()
  world.test.sessions = [createTestSession('eip155:1', alice.address)]
  const later = world.test.hold('getSessions')
  world.wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  await siwxSettled()
  later()
  await siwxSettled()
  late()
  await siwxSettled()
  expect(world.modal.getState().siwx).toEqual({ status: 'signedOut', caipAddress: `eip155:1:${bob.address}` })
})

test.each<[string, 'fault' | 'hang' | 'nonsense']>([
  ['fails', 'fault'],
  ['times out', 'hang'],
  ['returns an invalid result', 'nonsense'],
])('[S8.14] a session check that %s shows an error, disconnects the wallet and returns to Connect', async (_, kind) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const world = createSiwxWorld()
  const { modal, clock, test: own } = world
  await connect(modal, { connectorId: solId })
  await siwxSettled()
  close(modal)
  if (kind === 'fault') own.faults.set('getSessions', new Error('down'))
  if (kind === 'hang') own.hold('getSessions')
  if (kind === 'nonsense') own.siwx.getSessions = async () => 'none' as never
  open(modal, { view: 'Networks' })
  await connect(modal, { connectorId })
  await siwxSettled()
  if (kind === 'hang') {
    expect(modal.getState().siwx.status).toBe('checking')
    await clock.advance(siwxTimeouts.check)
    await siwxSettled()
  }
  expect(modal.getState()).toMatchObject({
    siwx: { status: 'idle' },
    toast: { variant: 'error', message: { code: 'SIGN_IN_CHECK_FAILED' } },
    modal: { open: true },
    router: { stack: [{ view: 'Connect' }] },
    namespaces: { eip155: { connection: { status: 'disconnected' } }, solana: { connection: { status: 'connected' } } },
  })
  expect([world.wallet.count('disconnect'), own.count('revokeSession')]).toEqual([1, 0])
  expect(String(warn.mock.calls[0]?.[0])).toContain('A problem occurred while trying initialize authentication')
})

test('keeps the session until it expires if a later check fails', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const own = createTestSiwx()
  const world = await createAskedWorld({ test: own })
  own.lifetime = 60_000
  await signIn(world.modal)
  own.faults.set('getSessions', new Error('down'))
  own.notify()
  await siwxSettled()
  expect(world.modal.getState().siwx.status).toBe('signedIn')
  await world.clock.advance(60_000)
  await siwxSettled()
  expect(world.modal.getState()).toMatchObject({
    siwx: { status: 'signedOut' },
    namespaces: { eip155: { connection: { status: 'connected' } } },
  })
})

test.each([
  [true, 'SIWXSignMessage'],
  [false, undefined],
] as const)('an expired session, with sign-in required: %s, shows %s', async (isRequired, view) => {
  const world = await createAskedWorld({ isRequired })
  world.test.lifetime = 3_600_000
  await signIn(world.modal)
  await world.clock.advance(3_600_000)
  await siwxSettled()
  expect([world.modal.getState().siwx.status, viewOf(world)]).toEqual(['signedOut', view])
})

test('follows a sign-in and a sign-out in another tab', async () => {
  const world = await createAskedWorld()
  const { modal, test: own } = world
  own.sessions = [createTestSession('eip155:1', alice.address)]
  own.notify()
  await siwxSettled()
  expect([modal.getState().siwx.status, viewOf(world)]).toEqual(['signedIn', undefined])
  own.sessions = []
  own.notify()
  await siwxSettled()
  expect([modal.getState().siwx.status, viewOf(world)]).toEqual(['signedOut', undefined])
})

test('ignores invalid and expired sessions and those of other accounts', async () => {
  const own = createTestSiwx()
  const over = createTestSession('eip155:1', alice.address)
  own.siwx.getSessions = async () => [
    createTestSession('eip155:1', bob.address),
    { ...over, data: { ...over.data, expirationTime: '2020-01-01T00:00:00Z' } },
    null as never,
  ]
  const world = await createAskedWorld({ test: own })
  expect(world.modal.getState().siwx.status).toBe('signedOut')
})

/** Reloads the page with its storage. */
async function reload(world: Awaited<ReturnType<typeof createAskedWorld>>): Promise<typeof world> {
  const { storage, test: own, wallet } = world
  world.modal.destroy()
  const next = createSiwxWorld({ storage, test: own, wallets: [wallet] })
  await restored()
  await siwxSettled()
  return next
}

test('does not ask again after a reload if there is a session', async () => {
  const world = await createAskedWorld({ storage: createTestStorage() })
  await signIn(world.modal)
  const next = await reload(world)
  expect([next.modal.getState().siwx.status, viewOf(next)]).toEqual(['signedIn', undefined])
  expect(next.test.count('createMessage')).toBe(1)
})

test.each([
  [true, 'SIWXSignMessage'],
  [false, 'SIWXSignMessage'],
] as const)('a reload of the open sign-in view, with sign-in required: %s, shows %s', async (isRequired, view) => {
  const next = await reload(await createAskedWorld({ isRequired }))
  expect([next.modal.getState().siwx.status, viewOf(next)]).toEqual(['signedOut', view])
})

test('an account that declined is not asked again after a reload or a change, until it reconnects', async () => {
  const world = await createAskedWorld()
  close(world.modal)
  expect(viewOf(world)).toBeUndefined()
  const next = await reload(world)
  expect([next.modal.getState().siwx.status, viewOf(next)]).toEqual(['signedOut', undefined])
  next.wallet.emit('change', { namespace: 'eip155', caipNetworkId: 'eip155:10' })
  await siwxSettled()
  expect(viewOf(next)).toBeUndefined()
  next.wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  await siwxSettled()
  expect(viewOf(next)).toBe('SIWXSignMessage')
  close(next.modal)
  next.wallet.emit('change', { namespace: 'eip155', accounts: [alice] })
  await siwxSettled()
  expect(viewOf(next)).toBeUndefined()
  await disconnect(next.modal)
  await connect(next.modal, { connectorId })
  await siwxSettled()
  expect(viewOf(next)).toBe('SIWXSignMessage')
})

test('connecting again asks an account that declined, even without a disconnect', async () => {
  const world = await createAskedWorld()
  close(world.modal)
  await connect(world.modal, { connectorId: solId })
  await connect(world.modal, { connectorId })
  await siwxSettled()
  expect(viewOf(world)).toBe('SIWXSignMessage')
})

test('opens on the sign-in view if sign-in is required, otherwise on Account', async () => {
  for (const isRequired of [true, false]) {
    const world = await createAskedWorld({ isRequired })
    close(world.modal, { force: true })
    open(world.modal)
    expect(getRoute(world.modal.getState()).view).toBe(isRequired ? 'SIWXSignMessage' : 'Account')
  }
})

test('destroying the modal leaves no listener, timer or guard', async () => {
  const world = await createAskedWorld()
  world.test.lifetime = 60_000
  await signIn(world.modal)
  expect([world.test.listenerCount(), world.clock.pending()]).toEqual([1, 1])
  world.modal.destroy()
  await siwxSettled()
  expect([world.test.listenerCount(), world.clock.pending(), world.modal[internals].guards.size]).toEqual([0, 0, 0])
})

test('an inline modal shows the sign-in view in place of Account', async () => {
  const world = createSiwxWorld({ inline: true })
  open(world.modal)
  await connect(world.modal, { connectorId })
  await siwxSettled()
  expect(viewOf(world)).toBe('SIWXSignMessage')
  await signIn(world.modal)
  expect(viewOf(world)).toBe('Account')
})
