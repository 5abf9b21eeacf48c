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

test('disconnecting in one chain family does so in all, and the secure site hears of it once', async () => {
  const world = await createLoggedInWorld()
  await disconnect(world.modal, { namespace: 'solana' })
  expect([connected(world), world.login.calls.filter((call) => call.startsWith('disconnect'))]).toEqual([
    [],
    ['disconnect solana'],
  ])
})

test('a wallet that lets go by itself is gone where it says so', async () => {
  const world = await createLoggedInWorld()
  for (const namespace of ['eip155', 'solana'] as const) world.login.emit('disconnect', { namespace })
  expect([connected(world), getAccount(world.modal.getState()).user]).toEqual([[], undefined])
})

test('another wallet in one chain family leaves the login in the other as it is', async () => {
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

test('a reload takes the login up again without a word, and its frame has 45 seconds for that', async () => {
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

test('a frame that never comes leaves the page disconnected', async () => {
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

test('disconnecting while the login is taken up ends it at the secure site too, and it does not come back', async () => {
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

test('a login that has ended at the secure site is not taken up', async () => {
  const before = await createLoggedInWorld()
  before.modal.destroy()
  const world = createLoginWorld({ storage: before.storage })
  await restored()
  expect([connected(world), viewOf(world)]).toEqual([[], undefined])
})

test('[S4.16] a switch to a chain family of the login that is not connected there connects first', async () => {
  const world = await createEvmWorld()
  await switchNetwork(world.modal, { network: solana })
  expect([connected(world), world.modal.getState().activeNamespace]).toEqual([['eip155', 'solana'], 'solana'])
  expect(world.login.calls).toEqual(['connect eip155', 'connect solana'])
})

test('[S4.16] so does a row of the list of networks, which shows that it waits', async () => {
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

test('[S4.16] where that fails everything stays as it is', async () => {
  const world = await createEvmWorld()
  world.login.faults.set('solana', new FrameFailedError({ message: 'No' }))
  await expect(switchNetwork(world.modal, { network: solana })).rejects.toMatchObject({ code: 'FRAME_FAILED' })
  expect([connected(world), world.modal.getState().activeNamespace]).toEqual([['eip155'], 'eip155'])
})

test('within a chain family the wallet is asked to switch, as any other', async () => {
  const world = await createEvmWorld()
  await switchNetwork(world.modal, { network: optimism })
  expect(world.login.calls).toEqual(['connect eip155', 'switch eip155:10'])
})

test('another wallet is not connected in a chain family by a switch', async () => {
  const world = createLoginWorld()
  const { modal, wallet, login } = world
  await connect(modal, { connectorId: wallet.connector.meta.id })
  await switchNetwork(modal, { network: solana })
  expect([login.calls, getConnection(modal.getState(), 'solana')]).toEqual([[], undefined])
})

test('[S1.5] a login is not restored, and its frame not loaded, while the app has turned email and socials off', async () => {
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

test('[S4.6] a login that has ended leads back to the field of the email', async () => {
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

/** Creates an ended login whose wallet names the view to log in again. */
async function createEndedWorld(route: Route): Promise<LoginWorld> {
  const login = createTestLogin()
  Object.assign(login.connector.features, { 'login:reopen': async () => route })
  const world = await createLoggedInWorld({ login, features: { multiWallet: true } })
  await disconnect(world.modal)
  return world
}

test('[S4.6] one at a provider opens its popup again', async () => {
  const world = await createEndedWorld({ view: 'ConnectingSocial', params: { provider: 'github' } })
  const { modal, login } = world
  await expect(switchConnection(modal, { namespace: 'eip155', connectorId })).resolves.toBeUndefined()
  expect(login.calls.at(-1)).toBe('popup github')
  expect(getRoute(modal.getState())).toEqual({ view: 'ConnectingSocial', params: { provider: 'github' } })
  login.last('social').approve()
  await siwxSettled()
  expect([connected(world), viewOf(world)]).toEqual([['eip155'], undefined])
})

test('[S4.6] one with Farcaster shows a link again', async () => {
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

test('[S4.6] a wallet that no longer has such a login says so in the console, and nothing changes', async () => {
  const quiet = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const world = await createEndedWorld({ view: 'ConnectingFarcaster', params: undefined })
  Object.assign(world.login.connector.features, { 'farcaster:start': undefined })
  await switchConnection(world.modal, { namespace: 'eip155', connectorId })
  await settle()
  expect([viewOf(world), connected(world)]).toEqual([undefined, []])
  expect(quiet.mock.calls[0]?.[0]).toContain('FEATURE_NOT_SUPPORTED')
  quiet.mockRestore()
})

test('a login has one row, whoever is logged in; it stays beside another wallet, and can be taken off', async () => {
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

test('a login is no wallet of the list, and none that was used lately', async () => {
  const world = await createLoggedInWorld()
  const { modal } = world
  expect(modal.getState().recentConnectorIds).toEqual([])
  expect(getWalletRows(modal).some(({ connector }) => connector?.type === 'AUTH')).toBe(false)
})

test('where its row is chosen like that of a wallet it leads to the field of the email', async () => {
  const world = createLoginWorld()
  await startConnect(world.modal, { connectorId, namespace: 'solana' })
  expect(getRoute(world.modal.getState())).toEqual({ view: 'EmailLogin', params: { namespace: 'solana' } })
})

test('where the app has no login by email it leads to the others', async () => {
  const world = createLoginWorld({ features: { email: false } })
  await startConnect(world.modal, { connectorId })
  expect(viewOf(world)).toBe('ConnectSocials')
  const none = createLoginWorld({ features: { email: false, socials: false } })
  await startConnect(none.modal, { connectorId })
  expect(viewOf(none)).toBe('EmailLogin')
})

test('[S3.6] the wallet says who is logged in; what cannot be shown is not known', async () => {
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
