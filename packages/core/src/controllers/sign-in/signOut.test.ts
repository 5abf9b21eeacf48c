import { expect, test, vi } from 'vitest'
import type { Siwx } from '../../contracts/auth.js'
import { ServerError } from '../../errors/services.js'
import { alice, bob, sol } from '../../testing/accounts.js'
import { createPairingWorld } from '../../testing/createPairingWorld.js'
import { createAskedWorld, createSiwxWorld, type SiwxWorld, viewOf } from '../../testing/createSiwxWorld.js'
import { createTestModal, restored } from '../../testing/createTestModal.js'
import { createTestSession, createTestSiwx, siwxSettled } from '../../testing/createTestSiwx.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { startPairing } from '../connection/pair.js'
import { switchNetwork } from '../network/switch.js'
import { signIn } from './signIn.js'
import { signOut } from './signOut.js'
import { siwxTimeouts } from './state.js'

const connectorId = 'org.example.wallet'

const revoked = ({ test: own }: SiwxWorld): readonly string[] => own.calls.filter((line) => line.startsWith('revoke'))

async function createSignedInWorld(options: Parameters<typeof createAskedWorld>[0] = {}): Promise<SiwxWorld> {
  const world = await createAskedWorld(options)
  await signIn(world.modal)
  await siwxSettled()
  return world
}

test('signing out revokes the session, and the wallet stays connected', async () => {
  const world = await createSignedInWorld()
  await signOut(world.modal)
  expect(world.modal.getState()).toMatchObject({
    siwx: { status: 'signedOut' },
    namespaces: { eip155: { connection: { status: 'connected' } } },
  })
  expect([revoked(world), world.test.sessions, viewOf(world)]).toEqual([
    ['eip155:1', 'eip155:10'].map((chainId) => `revokeSession ${chainId} ${alice.address}`),
    [],
    undefined,
  ])
})

test('shows the sign-in view again at once if sign-in is required', async () => {
  const world = await createSignedInWorld({ isRequired: true })
  await signOut(world.modal)
  expect(viewOf(world)).toBe('SIWXSignMessage')
})

test('ends the chain-bound sessions of all networks', async () => {
  const world = await createSignedInWorld({ isChainBound: true })
  await switchNetwork(world.modal, { network: 'eip155:10' })
  await siwxSettled()
  await signIn(world.modal)
  expect(world.test.sessions).toHaveLength(2)
  await signOut(world.modal)
  expect(world.test.sessions).toEqual([])
})

const leaveWays = [
  ['signing out', signOut],
  ['disconnecting', disconnect],
] as const

test.each(leaveWays)('%s after a reload ends the sessions signed earlier on other networks', async (_, leave) => {
  const first = await createSignedInWorld({ isChainBound: true })
  await switchNetwork(first.modal, { network: 'eip155:10' })
  await siwxSettled()
  await signIn(first.modal)
  first.modal.destroy()
  const world = createSiwxWorld({ wallets: [first.wallet], storage: first.storage, test: first.test })
  await restored()
  await siwxSettled()
  expect(world.modal.getState().siwx).toMatchObject({ status: 'signedIn', caipAddress: `eip155:10:${alice.address}` })
  await leave(world.modal)
  expect(first.test.sessions).toEqual([])
})

test.each(leaveWays)('%s ends all sessions that were signed for several networks while pairing', async (_, leave) => {
  const own = createTestSiwx({ isChainBound: true })
  const { modal, pairing } = createPairingWorld({ siwx: own.siwx })
  const flow = startPairing(modal, { namespace: 'eip155' })
  await siwxSettled()
  const networks = ['eip155:1', 'eip155:10'] as const
  pairing.last().signIn?.onSigned(networks.map((chainId) => createTestSession(chainId, alice.address)))
  pairing.last().approve('eip155')
  await flow
  await siwxSettled()
  expect([modal.getState().siwx.status, own.sessions.length]).toEqual(['signedIn', 2])
  await leave(modal)
  expect(own.sessions).toEqual([])
})

test.each(leaveWays)('%s calls revokeAccount once if the app provides it', async (_, leave) => {
  const own = createTestSiwx()
  const accounts: unknown[] = []
  const revokeAccount: NonNullable<Siwx['revokeAccount']> = async (...account) => {
    accounts.push(account)
    own.sessions = []
  }
  const world = await createSignedInWorld({ siwx: { ...own.siwx, revokeAccount } })
  await leave(world.modal)
  expect([accounts, own.count('revokeSession'), own.sessions]).toEqual([[['eip155', alice.address]], 0, []])
})

test.each<[string, (world: SiwxWorld) => Promise<unknown> | undefined]>([
  [
    'fails',
    ({ test: own }) => {
      own.faults.set('revokeSession', new ServerError())
      return undefined
    },
  ],
  [
    'times out',
    async ({ test: own, clock }) => {
      own.hold('revokeSession')
      await siwxSettled()
      await clock.advance(siwxTimeouts.revoke)
    },
  ],
])('a sign-out that %s rejects with SIGN_OUT_FAILED and keeps the user signed in', async (_, happen) => {
  const world = await createSignedInWorld()
  const happening = happen(world)
  const error = signOut(world.modal).catch((cause) => cause)
  await happening
  expect(await error).toMatchObject({ code: 'SIGN_OUT_FAILED', shortMessage: 'Failed to sign out' })
  expect(world.modal.getState().siwx.status).toBe('signedIn')
})

test('rejects without a sign-in option or without an account', async () => {
  await expect(signOut(createTestModal().modal)).rejects.toMatchObject({ code: 'SIWX_NOT_ENABLED' })
  await expect(signOut(createSiwxWorld().modal)).rejects.toMatchObject({ code: 'NO_ACTIVE_ADDRESS' })
})

test('disconnecting signs out', async () => {
  const world = await createSignedInWorld()
  await disconnect(world.modal)
  expect([world.test.sessions, world.modal.getState().siwx]).toEqual([[], { status: 'idle' }])
})

test('disconnecting while the connection is being restored signs out', async () => {
  const first = await createSignedInWorld()
  first.modal.destroy()
  first.wallet.asks.add('connect')
  const world = createSiwxWorld({ wallets: [first.wallet], storage: first.storage, test: first.test })
  await restored()
  await disconnect(world.modal)
  expect([first.test.sessions, first.wallet.count('disconnect')]).toEqual([[], 0])
})

test('disconnecting keeps the session if signOutOnDisconnect is false', async () => {
  const world = await createSignedInWorld({ signOutOnDisconnect: false })
  await disconnect(world.modal)
  expect([world.test.sessions.length, revoked(world)]).toEqual([1, []])
  await connect(world.modal, { connectorId })
  await siwxSettled()
  expect([world.modal.getState().siwx.status, viewOf(world)]).toEqual(['signedIn', undefined])
})

test.each([
  ['in time', 0],
  ['after the timeout', siwxTimeouts.revoke],
])('a user who reconnects is asked to sign in once the server has revoked the session %s', async (_, wait) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const world = await createSignedInWorld({ isRequired: true })
  const release = world.test.hold('revokeSession')
  const leaving = disconnect(world.modal)
  await siwxSettled()
  await connect(world.modal, { connectorId })
  await siwxSettled()
  expect(world.modal.getState().siwx.status).toBe('signedIn')
  await world.clock.advance(wait)
  release()
  await leaving
  await siwxSettled()
  expect([world.test.sessions, world.modal.getState().siwx.status, viewOf(world)]).toEqual([
    [],
    'signedOut',
    'SIWXSignMessage',
  ])
})

test('a user who reconnects stays signed in if the server fails to revoke the session', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const world = await createSignedInWorld()
  const release = world.test.hold('revokeSession')
  world.test.faults.set('revokeSession', new ServerError())
  const leaving = disconnect(world.modal)
  await siwxSettled()
  await connect(world.modal, { connectorId })
  await siwxSettled()
  release()
  await leaving
  await siwxSettled()
  expect([world.test.sessions.length, world.modal.getState().siwx.status]).toEqual([1, 'signedIn'])
})

test('becomes signed out if the server revokes the session after the timeout', async () => {
  const world = await createSignedInWorld()
  const release = world.test.hold('revokeSession')
  const leaving = signOut(world.modal).catch((cause) => cause)
  await siwxSettled()
  await world.clock.advance(siwxTimeouts.revoke)
  expect([(await leaving).code, world.modal.getState().siwx.status]).toEqual(['SIGN_OUT_FAILED', 'signedIn'])
  release()
  await siwxSettled()
  expect([world.test.sessions, world.modal.getState().siwx.status]).toEqual([[], 'signedOut'])
})

test('a disconnect by the wallet signs out', async () => {
  const world = await createSignedInWorld()
  world.wallet.emit('disconnect', { namespace: 'eip155' })
  await siwxSettled()
  expect(world.test.sessions).toEqual([])
})

test('disconnecting one namespace keeps the session of another', async () => {
  const world = await createSignedInWorld()
  const other = createTestSession('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', sol.address)
  world.test.sessions = [...world.test.sessions, other]
  await connect(world.modal, { connectorId: 'org.example.sol' })
  await disconnect(world.modal, { namespace: 'eip155' })
  expect(world.test.sessions).toEqual([other])
})

test('connecting another wallet does not sign out the previous one', async () => {
  const wallets = [createTestWallet(), createTestWallet({ id: 'other', accounts: [bob] })]
  const world = await createSignedInWorld({ wallets })
  await connect(world.modal, { connectorId: 'other' })
  await siwxSettled()
  expect([revoked(world), viewOf(world)]).toEqual([[], 'SIWXSignMessage'])
  await connect(world.modal, { connectorId })
  await siwxSettled()
  expect([world.modal.getState().siwx.status, world.test.count('createMessage')]).toEqual(['signedIn', 1])
})

test('disconnecting signs out all accounts of the wallet', async () => {
  const world = await createSignedInWorld()
  world.wallet.emit('change', { namespace: 'eip155', accounts: [bob, alice] })
  await siwxSettled()
  await signIn(world.modal)
  expect(world.test.sessions).toHaveLength(2)
  await disconnect(world.modal)
  expect(world.test.sessions).toEqual([])
})

test('disconnecting succeeds with an error toast and a warning if the sign-out fails', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const world = await createSignedInWorld()
  world.test.faults.set('revokeSession', new ServerError())
  await disconnect(world.modal)
  expect(world.modal.getState()).toMatchObject({
    toast: { variant: 'error', message: { code: 'SIGN_OUT_FAILED' } },
    namespaces: { eip155: { connection: { status: 'disconnected' } } },
  })
  expect(String(warn.mock.calls[0]?.[0])).toContain('SIGN_OUT_FAILED')
})
