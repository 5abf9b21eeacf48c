import { expect, test, vi } from 'vitest'
import { FrameFailedError } from '../../errors/login.js'
import { getConnection, getConnections } from '../../modal/connections.js'
import { alice, bob } from '../../testing/accounts.js'
import { createLoggedInWorld, createLoginWorld, email, type LoginWorld } from '../../testing/createLoginWorld.js'
import { viewOf } from '../../testing/createSiwxWorld.js'
import { createTestLogin } from '../../testing/createTestLogin.js'
import { restored } from '../../testing/createTestModal.js'
import { siwxSettled } from '../../testing/createTestSiwx.js'
import { optimism, solana } from '../../testing/networks.js'
import { settle } from '../../testing/settle.js'
import { getAccount } from '../account/account.js'
import { startEmailLogin } from '../login/emailLogin.js'
import { startSwitch, switchNetwork } from '../network/switch.js'
import { getRoute, open } from '../shell/actions.js'
import type { Route } from '../shell/state.js'
import { getWalletRows } from '../wallets/connectors.js'
import { connect } from './connect.js'
import { removeConnection, switchConnection } from './connections.js'
import { disconnect } from './disconnect.js'
import { startConnect } from './flow.js'

const connectorId = 'embeddedWallet'

const connected = ({ modal }: LoginWorld): readonly string[] =>
  (['eip155', 'solana'] as const).filter((name) => getConnection(modal.getState(), name)?.connectorId === connectorId)

/** Creates a login that is connected on EVM only. */
async function createEvmWorld(): Promise<LoginWorld> {
  const world = createLoginWorld()
  world.login.email = email
  await connect(world.modal, { connectorId, namespace: 'eip155' })
  return world
}

test('disconnecting in one namespace disconnects all, with a single request to the secure site', async () => {
  const world = await createLoggedInWorld()
  await disconnect(world.modal, { namespace: 'solana' })
  expect([connected(world), world.login.calls.filter((call) => call.startsWith('disconnect'))]).toEqual([
    [],
    ['disconnect solana'],
  ])
})

test('disconnect events from the wallet end the connections and clear the user', async () => {
  const world = await createLoggedInWorld()
  for (const namespace of ['eip155', 'solana'] as const) world.login.emit('disconnect', { namespace })
  expect([connected(world), getAccount(world.modal.getState()).user]).toEqual([[], undefined])
})

test('connecting another wallet in one namespace keeps the login in the other', async () => {
  const world = await createLoggedInWorld()
  await connect(world.modal, { connectorId: world.wallet.connector.meta.id })
  expect([connected(world), world.login.email]).toEqual([['solana'], email])
})

/** Holds back the login on EVM. Returns a function that lets it continue. */
function holdLogin(login: ReturnType<typeof createTestLogin>): () => void {
  let go = (): void => undefined
  login.gates.set(
    'eip155',
    new Promise((resolve) => {
      go = resolve
    }),
  )
  return go
}

test('a reload restores the login, and waits up to 45 seconds for its frame', async () => {
  const before = await createLoggedInWorld()
  before.modal.destroy()
  const login = createTestLogin()
  login.email = email
  const go = holdLogin(login)
  const world = createLoginWorld({ login, storage: before.storage })
  await restored()
  await world.clock.advance(44_000)
  expect(world.modal.getState().namespaces.eip155?.connection.status).toBe('connecting')
  go()
  await restored()
  expect([connected(world), getAccount(world.modal.getState()).user]).toEqual([['eip155', 'solana'], { email }])
})

test('the page is disconnected if the frame does not respond within 45 seconds', async () => {
  const before = await createLoggedInWorld()
  before.modal.destroy()
  const login = createTestLogin()
  login.gates.set('eip155', new Promise(() => undefined))
  const world = createLoginWorld({ login, storage: before.storage })
  await restored()
  await world.clock.advance(45_000)
  expect([world.modal.getState().namespaces.eip155?.connection.status, world.clock.pending()]).toEqual([
    'disconnected',
    0,
  ])
})

test('disconnecting while the login is restored ends it at the secure site too, and it is not restored', async () => {
  const before = await createLoggedInWorld()
  before.modal.destroy()
  const login = createTestLogin()
  login.email = email
  const go = holdLogin(login)
  const world = createLoginWorld({ login, storage: before.storage })
  await restored()
  await disconnect(world.modal, { namespace: 'eip155' })
  expect([login.email, login.calls.filter((call) => call.startsWith('disconnect'))]).toEqual([
    undefined,
    ['disconnect eip155'],
  ])
  go()
  await restored()
  expect(connected(world)).toEqual([])
})

test('a login that has ended at the secure site is not restored', async () => {
  const before = await createLoggedInWorld()
  before.modal.destroy()
  const world = createLoginWorld({ storage: before.storage })
  await restored()
  expect([connected(world), viewOf(world)]).toEqual([[], undefined])
})

test('[S4.16] switching to a namespace in which the login is not connected connects there', async () => {
  const world = await createEvmWorld()
  await switchNetwork(world.modal, { network: solana })
  expect([connected(world), world.modal.getState().activeNamespace]).toEqual([['eip155', 'solana'], 'solana'])
  expect(world.login.calls).toEqual(['connect eip155', 'connect solana'])
})

test('[S4.16] selecting such a network in the list connects there, and shows SwitchNetwork meanwhile', async () => {
  const world = await createEvmWorld()
  const { login, modal } = world
  let go = (): void => undefined
  login.gates.set(
    'solana',
    new Promise((resolve) => {
      go = resolve
    }),
  )
  open(modal, { view: 'Networks' })
  void startSwitch(modal, solana)
  await settle()
  expect(viewOf(world)).toBe('SwitchNetwork')
  go()
  await siwxSettled()
  expect([connected(world), modal.getState().activeNamespace, viewOf(world)]).toEqual([
    ['eip155', 'solana'],
    'solana',
    undefined,
  ])
})

test('[S4.16] error: if that connection fails, connections and the active namespace stay', async () => {
  const world = await createEvmWorld()
  world.login.faults.set('solana', new FrameFailedError({ message: 'No' }))
  await expect(switchNetwork(world.modal, { network: solana })).rejects.toMatchObject({ code: 'FRAME_FAILED' })
  expect([connected(world), world.modal.getState().activeNamespace]).toEqual([['eip155'], 'eip155'])
})

test('within a namespace the wallet is asked to switch, without another connect', async () => {
  const world = await createEvmWorld()
  await switchNetwork(world.modal, { network: optimism })
  expect(world.login.calls).toEqual(['connect eip155', 'switch eip155:10'])
})

test('a switch connects no namespace if another wallet is connected', async () => {
  const world = createLoginWorld()
  const { modal, wallet, login } = world
  await connect(modal, { connectorId: wallet.connector.meta.id })
  await switchNetwork(modal, { network: solana })
  expect([login.calls, getConnection(modal.getState(), 'solana')]).toEqual([[], undefined])
})

test('[S1.5] with email and socials off, a login is not restored and its frame is not loaded', async () => {
  const before = await createLoggedInWorld()
  before.modal.destroy()
  const login = createTestLogin()
  login.email = email
  const features = { email: false, socials: false } as const
  const world = createLoginWorld({ login, storage: before.storage, features })
  await restored()
  expect([connected(world), login.calls]).toEqual([[], []])
  expect(world.modal.getState().namespaces.eip155?.connection.status).toBe('disconnected')
  world.modal.destroy()
  // the login itself has not ended
  const again = createLoginWorld({ login, storage: before.storage })
  await restored()
  expect(connected(again)).toEqual(['eip155', 'solana'])
})

test('[S4.6] switching to an ended email login opens EmailLogin with the address', async () => {
  const world = await createLoggedInWorld({ features: { multiWallet: true } })
  const { modal } = world
  await disconnect(modal)
  const entry = getConnections(modal.getState(), 'eip155')
  expect(entry).toMatchObject([
    { connectorId, status: 'disconnected', address: alice.address, connector: { type: 'AUTH' } },
  ])
  await expect(switchConnection(modal, { namespace: 'eip155', connectorId })).resolves.toBeUndefined()
  expect(getRoute(modal.getState())).toEqual({ view: 'EmailLogin', params: { email } })
})

/** Creates an ended login whose wallet specifies the view to log in again. */
async function createEndedWorld(route: Route): Promise<LoginWorld> {
  const login = createTestLogin()
  Object.assign(login.connector.features, { 'login:reopen': async () => route })
  const world = await createLoggedInWorld({ login, features: { multiWallet: true } })
  await disconnect(world.modal)
  return world
}

test('[S4.6] switching to an ended social login opens the provider’s popup again', async () => {
  const world = await createEndedWorld({ view: 'ConnectingSocial', params: { provider: 'github' } })
  const { modal, login } = world
  await expect(switchConnection(modal, { namespace: 'eip155', connectorId })).resolves.toBeUndefined()
  expect(login.calls.at(-1)).toBe('popup github')
  expect(getRoute(modal.getState())).toEqual({ view: 'ConnectingSocial', params: { provider: 'github' } })
  login.last('social').approve()
  await siwxSettled()
  expect([connected(world), viewOf(world)]).toEqual([['eip155'], undefined])
})

test('[S4.6] switching to an ended Farcaster login shows a new link', async () => {
  const world = await createEndedWorld({ view: 'ConnectingFarcaster', params: undefined })
  const { modal, login } = world
  open(modal)
  await switchConnection(modal, { namespace: 'eip155', connectorId })
  await settle()
  expect([viewOf(world), login.open()]).toEqual(['ConnectingFarcaster', ['farcaster']])
  login.last('farcaster').approve('https://farcaster.example/1')
  await settle()
  login.last('phone').approve()
  await siwxSettled()
  expect([connected(world), viewOf(world)]).toEqual([['eip155'], undefined])
})

test('[S4.6] if the wallet no longer supports that login, warns in the console and changes nothing', async () => {
  const quiet = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const world = await createEndedWorld({ view: 'ConnectingFarcaster', params: undefined })
  Object.assign(world.login.connector.features, { 'farcaster:start': undefined })
  await switchConnection(world.modal, { namespace: 'eip155', connectorId })
  await settle()
  expect([viewOf(world), connected(world)]).toEqual([undefined, []])
  expect(quiet.mock.calls[0]?.[0]).toContain('FEATURE_NOT_SUPPORTED')
  quiet.mockRestore()
})

test('a login has one connection, whoever is logged in; it stays beside another wallet and can be removed', async () => {
  const world = await createLoggedInWorld({ features: { multiWallet: true } })
  const { modal, login, wallet } = world
  await connect(modal, { connectorId: wallet.connector.meta.id })
  const rows = () => getConnections(modal.getState(), 'eip155').map(({ status, ...row }) => [row.connectorId, status])
  expect(rows()).toEqual([
    [wallet.connector.meta.id, 'active'],
    [connectorId, 'connected'],
  ])
  await disconnect(modal, { connectorId })
  login.emit('change', { namespace: 'eip155', accounts: [bob] })
  open(modal)
  void startEmailLogin(modal, { email: 'bob@example.org' })
  await settle()
  login.last('login').approve('CONNECT')
  await siwxSettled()
  expect(rows()).toEqual([
    [connectorId, 'active'],
    [wallet.connector.meta.id, 'connected'],
  ])
  expect(getAccount(modal.getState()).user).toEqual({ email: 'bob@example.org' })
  await removeConnection(modal, { namespace: 'eip155', connectorId })
  expect(rows()).toEqual([[wallet.connector.meta.id, 'active']])
})

test('a login is listed neither as a wallet nor as a recent one', async () => {
  const world = await createLoggedInWorld()
  const { modal } = world
  expect(modal.getState().recentConnectorIds).toEqual([])
  expect(getWalletRows(modal).some(({ connector }) => connector?.type === 'AUTH')).toBe(false)
})

test('startConnect with the login’s connector opens EmailLogin', async () => {
  const world = createLoginWorld()
  await startConnect(world.modal, { connectorId, namespace: 'solana' })
  expect(getRoute(world.modal.getState())).toEqual({ view: 'EmailLogin', params: { namespace: 'solana' } })
})

test('startConnect opens ConnectSocials if email is off, and EmailLogin if socials are off too', async () => {
  const world = createLoginWorld({ features: { email: false } })
  await startConnect(world.modal, { connectorId })
  expect(viewOf(world)).toBe('ConnectSocials')
  const none = createLoginWorld({ features: { email: false, socials: false } })
  await startConnect(none.modal, { connectorId })
  expect(viewOf(none)).toBe('EmailLogin')
})

test('[S3.6] the wallet reports the user; names are sanitized, and invalid values dropped', async () => {
  const world = await createEvmWorld()
  const { login, modal } = world
  const user = () => getAccount(modal.getState()).user
  expect(user()).toEqual({ email })
  login.emit('change', { namespace: 'eip155', user: { username: '  Al\u202eice ' } })
  expect(user()).toEqual({ username: 'Alice' })
  login.emit('change', { namespace: 'eip155', user: { email: 'a@example.org\r\nBcc: b@example.org' } })
  expect(user()).toEqual({})
  login.emit('change', { namespace: 'eip155', user: 'nobody' as never })
  expect(user()).toEqual({})
})
