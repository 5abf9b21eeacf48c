import { expect, test, vi } from 'vitest'
import { getCaipNetworkId } from '../../modal/namespaces.js'
import { bob, sol } from '../../testing/accounts.js'
import { createAskedWorld, createSiwxWorld, eventsOf, type SiwxWorld, viewOf } from '../../testing/createSiwxWorld.js'
import { createTestSession, siwxSettled } from '../../testing/createTestSiwx.js'
import { createTestWallet, rejection } from '../../testing/createTestWallet.js'
import { connect } from '../connection/connect.js'
import { switchNetwork } from '../network/switch.js'
import { close, goBack, open } from '../shell/actions.js'
import { shakeDuration } from '../shell/state.js'
import { cancelSignIn } from './cancel.js'
import { signIn } from './signIn.js'

const solId = 'org.example.sol'

const solanaId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const statusOf = ({ modal }: SiwxWorld): string | undefined => modal.getState().namespaces.eip155?.connection.status

/** Signs in with a session for mainnet only, then switches to Optimism, which shows the sign-in view again. */
async function createMovedWorld(): Promise<SiwxWorld> {
  const world = await createAskedWorld({ isRequired: true, isChainBound: true })
  await signIn(world.modal)
  await switchNetwork(world.modal, { network: 'eip155:10' })
  await siwxSettled()
  expect(viewOf(world)).toBe('SIWXSignMessage')
  return world
}

test('[S4.24] [S8.58] canceling an optional sign-in closes the modal, keeps the connection and is tracked', async () => {
  const world = await createAskedWorld()
  await cancelSignIn(world.modal)
  expect([viewOf(world), statusOf(world), world.modal.getState().siwx.status]).toEqual([
    undefined,
    'connected',
    'signedOut',
  ])
  expect(world.events.filter(({ event }) => event === 'CLICK_CANCEL_SIWX')).toMatchObject([
    { properties: { network: 'eip155:1', isSmartAccount: false } },
  ])
})

test('[S4.24] canceling a required sign-in disconnects the wallet if no previous network has a session', async () => {
  const world = await createAskedWorld({ isRequired: true })
  await cancelSignIn(world.modal)
  expect([viewOf(world), statusOf(world), world.modal.getState().siwx]).toEqual([
    undefined,
    'disconnected',
    { status: 'idle' },
  ])
  expect(eventsOf(world)).toEqual(['CLICK_CANCEL_SIWX'])
})

test('[S4.24] canceling switches back to the previous network if it still has a session', async () => {
  const world = await createMovedWorld()
  await cancelSignIn(world.modal)
  await siwxSettled()
  expect([getCaipNetworkId(world.modal.getState()), statusOf(world), viewOf(world)]).toEqual([
    'eip155:1',
    'connected',
    undefined,
  ])
  expect(world.modal.getState().siwx.status).toBe('signedIn')
})

test('[S4.24] canceling disconnects the wallet if the session of the previous network is gone', async () => {
  const world = await createMovedWorld()
  world.test.sessions = []
  await cancelSignIn(world.modal)
  expect([statusOf(world), viewOf(world), world.wallet.count('switch')]).toEqual(['disconnected', undefined, 1])
})

test('canceling disconnects the wallet after a change to an account without a session', async () => {
  const world = await createAskedWorld({ isRequired: true })
  await signIn(world.modal)
  world.wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  await siwxSettled()
  expect(viewOf(world)).toBe('SIWXSignMessage')
  await cancelSignIn(world.modal)
  expect([statusOf(world), viewOf(world)]).toEqual(['disconnected', undefined])
})

test('canceling returns to the previous namespace with a session, and keeps the other wallet connected', async () => {
  const world = createSiwxWorld({ isRequired: true })
  world.test.sessions = [createTestSession(solanaId, sol.address)]
  await connect(world.modal, { connectorId: solId })
  await siwxSettled()
  await connect(world.modal, { connectorId: 'org.example.wallet' })
  await siwxSettled()
  expect(viewOf(world)).toBe('SIWXSignMessage')
  await cancelSignIn(world.modal)
  await siwxSettled()
  expect(world.modal.getState()).toMatchObject({ activeNamespace: 'solana', siwx: { status: 'signedIn' } })
  expect([viewOf(world), statusOf(world)]).toEqual([undefined, 'connected'])
})

test.each<[string, (world: SiwxWorld) => unknown]>([
  ['declines', ({ wallet }) => wallet.last('switch').reject(rejection)],
  ['fails', ({ wallet }) => wallet.last('switch').reject(new Error('broken'))],
])('canceling disconnects a wallet that %s to switch back', async (_, answer) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const world = await createMovedWorld()
  world.wallet.asks.add('switch')
  const leaving = cancelSignIn(world.modal)
  await siwxSettled()
  answer(world)
  await leaving
  expect([statusOf(world), viewOf(world)]).toEqual(['disconnected', undefined])
})

test('canceling again while the wallet is asked to switch back disconnects it at once', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const world = await createMovedWorld()
  world.wallet.asks.add('switch')
  const first = cancelSignIn(world.modal)
  await siwxSettled()
  await cancelSignIn(world.modal)
  await first
  expect([statusOf(world), viewOf(world)]).toEqual(['disconnected', undefined])
  expect(eventsOf(world).filter((name) => name === 'CLICK_CANCEL_SIWX')).toHaveLength(1)
})

test('canceling disconnects the wallet if getSessions fails', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const world = await createMovedWorld()
  world.test.faults.set('getSessions', new Error('down'))
  await cancelSignIn(world.modal)
  expect(statusOf(world)).toBe('disconnected')
})

test('canceling while the wallet is asked to sign aborts the request and disconnects the wallet', async () => {
  const world = await createAskedWorld({ wallets: [createTestWallet({ asks: ['sign'] })], isRequired: true })
  const signing = signIn(world.modal).catch((cause) => cause.code)
  await siwxSettled()
  await cancelSignIn(world.modal)
  world.wallet.last('sign').approve()
  expect([await signing, statusOf(world), world.test.sessions]).toEqual(['ABORTED', 'disconnected', []])
})

test('canceling while the wallet is asked to sign aborts the request and returns to the previous session', async () => {
  const wallet = createTestWallet({ asks: ['sign'] })
  const world = await createAskedWorld({ wallets: [wallet], isRequired: true, isChainBound: true })
  world.test.sessions = [createTestSession('eip155:1', wallet.accounts[0].address)]
  world.test.notify()
  await siwxSettled()
  await switchNetwork(world.modal, { network: 'eip155:10' })
  await siwxSettled()
  const signing = signIn(world.modal).catch((cause) => cause.code)
  await siwxSettled()
  await cancelSignIn(world.modal)
  await siwxSettled()
  expect([await signing, viewOf(world), world.modal.getState().siwx.status]).toEqual(['ABORTED', undefined, 'signedIn'])
})

test('canceling without a connection only closes the modal', async () => {
  const world = createSiwxWorld({ isRequired: true })
  open(world.modal, { view: 'SIWXSignMessage' })
  await cancelSignIn(world.modal)
  expect([viewOf(world), eventsOf(world)]).toEqual([undefined, []])
})

const exits: readonly [string, (world: SiwxWorld) => unknown][] = [
  ['Esc, the backdrop and X', ({ modal }) => close(modal)],
  ['going back', ({ modal }) => goBack(modal)],
]

test.each(exits)('[S2.14] a required sign-in stays open and shakes on %s', async (_, leave) => {
  const world = await createAskedWorld({ isRequired: true })
  leave(world)
  expect(world.modal.getState()).toMatchObject({ modal: { open: true, shake: true }, siwx: { status: 'signedOut' } })
  expect([viewOf(world), statusOf(world)]).toEqual(['SIWXSignMessage', 'connected'])
  await world.clock.advance(shakeDuration)
  expect(world.modal.getState().modal.shake).toBe(false)
})

test('[S2.14] a required sign-in stays open while the wallet signs and while sessions are checked', async () => {
  const world = await createAskedWorld({ wallets: [createTestWallet({ asks: ['sign'] })], isRequired: true })
  void signIn(world.modal).catch(() => undefined)
  await siwxSettled()
  expect(close(world.modal)).toBe(false)
  world.test.hold('getSessions')
  world.wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  expect([world.modal.getState().siwx.status, close(world.modal)]).toEqual(['checking', false])
})

test('[S2.14] the app can force a required sign-in to close', async () => {
  const world = await createAskedWorld({ isRequired: true })
  expect(close(world.modal, { force: true })).toBe(true)
  expect([viewOf(world), statusOf(world), world.modal.getState().siwx.status]).toEqual([
    undefined,
    'connected',
    'signedOut',
  ])
})

test.each(exits)('an optional sign-in closes on %s and keeps the connection', async (_, leave) => {
  const world = await createAskedWorld()
  leave(world)
  expect([viewOf(world), statusOf(world), world.modal.getState().siwx.status]).toEqual([
    undefined,
    'connected',
    'signedOut',
  ])
})

test('other views close while a sign-in is required', async () => {
  const world = await createAskedWorld({ isRequired: true })
  open(world.modal, { view: 'Account' })
  expect(close(world.modal)).toBe(true)
})
