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

test('[S4.21] after connecting an account without a session is asked to sign in', async () => {
  const world = createSiwxWorld()
  const { modal, test: own } = world
  expect(modal.getState().siwx).toEqual({ status: 'idle' })
  await connect(modal, { connectorId })
  await siwxSettled()
  expect(own.calls).toEqual([`getSessions eip155:1 ${alice.address}`])
  expect(modal.getState().siwx).toEqual({ status: 'signedOut', caipAddress: aliceOnMainnet })
  expect([viewOf(world), modal.getState().router.stack.length]).toEqual(['SIWXSignMessage', 1])
})

test('[S4.21] one with a session is not', async () => {
  const own = createTestSiwx()
  own.sessions = [createTestSession('eip155:1', alice.address)]
  const world = await createAskedWorld({ test: own })
  expect(world.modal.getState().siwx).toMatchObject({ status: 'signedIn', caipAddress: aliceOnMainnet })
  expect(viewOf(world)).toBeUndefined()
})

test('[S4.21] on a network that the modal lacks UnsupportedChain comes first, and sign-in once it is left', async () => {
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

test('where a network that the modal lacks is tolerated nobody is asked on it', async () => {
  const wallet = createTestWallet({ caipNetworkId: unknownId })
  const world = await createAskedWorld({ wallets: [wallet], allowUnsupportedChain: true })
  expect([viewOf(world), world.test.calls]).toEqual([undefined, []])
})

test('without sign-in nothing is looked for', async () => {
  const { modal } = createTestModal()
  await connect(modal, { connectorId })
  await siwxSettled()
  expect([modal.getState().siwx, modal[internals].signIns]).toEqual([{ status: 'idle' }, undefined])
})

test('a plugin of sign-in is asked as the option is', async () => {
  const own = createTestSiwx()
  const { modal } = createTestModal({
    plugins: [{ kind: 'auth', apiVersion: 1, name: 'own', setup: () => own.siwx }],
  })
  await connect(modal, { connectorId })
  await siwxSettled()
  expect(modal.getState().siwx.status).toBe('signedOut')
})

test('the flow of a wallet row goes over into the question, without closing in between', async () => {
  const world = createSiwxWorld()
  const { modal } = world
  open(modal)
  const closed = vi.fn()
  modal.subscribe((state) => !state.modal.open && closed())
  await startConnect(modal, { connectorId })
  await siwxSettled()
  expect([viewOf(world), closed.mock.calls.length]).toEqual(['SIWXSignMessage', 0])
})

test('where there is a session the same flow closes the modal, once that is known', async () => {
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

test('a network that was chosen before is switched to first: one question at a time', async () => {
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
  ['another account', 1, ({ wallet }) => wallet.emit('change', { namespace: 'eip155', accounts: [bob] })],
  ['another network', 0, ({ wallet }) => wallet.emit('change', { namespace: 'eip155', caipNetworkId: 'eip155:10' })],
  ['the same again', 0, ({ wallet }) => wallet.emit('change', { namespace: 'eip155', accounts: [alice] })],
  ['another chain family', 1, ({ modal }) => connect(modal, { connectorId: solId })],
  ['a sign-in elsewhere', 0, ({ test: own }) => own.notify()],
])('who has signed in and comes to %s is asked %i times', async (_, prompts, happen) => {
  const world = await createAskedWorld()
  await signIn(world.modal)
  expect(viewOf(world)).toBeUndefined()
  await happen(world)
  await siwxSettled()
  expect(viewOf(world)).toBe(prompts === 0 ? undefined : 'SIWXSignMessage')
  expect(world.test.count('createMessage')).toBe(1)
})

test('a session that counts on its own network only is asked for on the next', async () => {
  const world = await createAskedWorld({ isChainBound: true })
  await signIn(world.modal)
  await switchNetwork(world.modal, { network: 'eip155:10' })
  await siwxSettled()
  expect(viewOf(world)).toBe('SIWXSignMessage')
})

test('back in a chain family that has a session nothing is asked', async () => {
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

test('the answer about an account of before changes nothing', async () => {
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
  ['does not answer', 'hang'],
  ['answers nonsense', 'nonsense'],
])('[S8.14] a check that %s says so, disconnects the wallet and is back on Connect', async (_, kind) => {
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

test('a look in between that fails leaves what is known, until it is over', async () => {
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
] as const)('a session that ends, with sign-in required: %s, shows %s', async (isRequired, view) => {
  const world = await createAskedWorld({ isRequired })
  world.test.lifetime = 3_600_000
  await signIn(world.modal)
  await world.clock.advance(3_600_000)
  await siwxSettled()
  expect([world.modal.getState().siwx.status, viewOf(world)]).toEqual(['signedOut', view])
})

test('a sign-in in another tab closes the question here, a sign-out there is known here', async () => {
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

test('a session of another account, or one that is over, counts for nothing', async () => {
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

test('after a reload a session asks nothing', async () => {
  const world = await createAskedWorld({ storage: createTestStorage() })
  await signIn(world.modal)
  const next = await reload(world)
  expect([next.modal.getState().siwx.status, viewOf(next)]).toEqual(['signedIn', undefined])
  expect(next.test.count('createMessage')).toBe(1)
})

test.each([
  [true, 'SIWXSignMessage'],
  [false, 'SIWXSignMessage'],
] as const)('after a reload in the middle of the question, required: %s, shows %s', async (isRequired, view) => {
  const next = await reload(await createAskedWorld({ isRequired }))
  expect([next.modal.getState().siwx.status, viewOf(next)]).toEqual(['signedOut', view])
})

test('who chose not to sign in is not asked again by reload, network or account, until connected anew', async () => {
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

test('connecting by hand asks again, also without disconnecting before', async () => {
  const world = await createAskedWorld()
  close(world.modal)
  await connect(world.modal, { connectorId: solId })
  await connect(world.modal, { connectorId })
  await siwxSettled()
  expect(viewOf(world)).toBe('SIWXSignMessage')
})

test('opening leads to the question where sign-in is required, to the account where not', async () => {
  for (const isRequired of [true, false]) {
    const world = await createAskedWorld({ isRequired })
    close(world.modal, { force: true })
    open(world.modal)
    expect(getRoute(world.modal.getState()).view).toBe(isRequired ? 'SIWXSignMessage' : 'Account')
  }
})

test('the end of the modal leaves no listener and no timer', async () => {
  const world = await createAskedWorld()
  world.test.lifetime = 60_000
  await signIn(world.modal)
  expect([world.test.listenerCount(), world.clock.pending()]).toEqual([1, 1])
  world.modal.destroy()
  await siwxSettled()
  expect([world.test.listenerCount(), world.clock.pending(), world.modal[internals].guards.size]).toEqual([0, 0, 0])
})

test('embedded in the page the question shows in place of the account', async () => {
  const world = createSiwxWorld({ inline: true })
  open(world.modal)
  await connect(world.modal, { connectorId })
  await siwxSettled()
  expect(viewOf(world)).toBe('SIWXSignMessage')
  await signIn(world.modal)
  expect(viewOf(world)).toBe('Account')
})
