import { expect, test, vi } from 'vitest'
import type { SiweConfig, SiweMessageFields, SiweSession } from '../../modal/options/siweConfig.js'
import { alice, bob } from '../../testing/accounts.js'
import { createTestModal, type TestModal } from '../../testing/createTestModal.js'
import { siwxSettled } from '../../testing/createTestSiwx.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { switchNetwork } from '../network/switch.js'
import { getRoute } from '../shell/actions.js'
import { requireSiwx } from './sessions.js'
import { signIn } from './signIn.js'

type World = TestModal & {
  /** The server's session. */
  readonly server: { session: SiweSession | null; isTaken: boolean; refusesSignOut: boolean; looks: number }
  readonly asked: SiweMessageFields[]
  readonly events: string[]
}

const window = {
  location: { host: 'app.example', href: 'https://app.example/page' },
  addEventListener: () => {},
  removeEventListener: () => {},
} as unknown as Window

function createWorld(more: Partial<SiweConfig> = {}): World {
  const server: World['server'] = { session: null, isTaken: true, refusesSignOut: false, looks: 0 }
  const asked: SiweMessageFields[] = []
  const events: string[] = []
  const siweConfig: SiweConfig = {
    getNonce: async (address) => `nonce for ${address}`,
    createMessage(fields) {
      asked.push(fields)
      return `${fields.domain} asks ${fields.address} on ${fields.chainId}: ${fields.nonce}`
    },
    async verifyMessage({ message, signature }) {
      const isGood = server.isTaken && signature === `0xsigned:${asked.at(-1)?.address}`
      if (isGood && message.includes('asks'))
        server.session = { address: asked.at(-1)?.address ?? '', chainId: asked.at(-1)?.chainId ?? 0 }
      return isGood
    },
    async getSession() {
      server.looks++
      return server.session
    },
    async signOut() {
      if (server.refusesSignOut) return false
      server.session = null
      return true
    },
    onSignIn: (session) => events.push(`in ${session.chainId}`),
    onSignOut: () => events.push('out'),
    ...more,
  }
  const world = createTestModal({ siweConfig, env: { window: () => window } })
  return { ...world, server, asked, events }
}

const connectorId = 'org.example.wallet'

const statusOf = ({ modal }: World): string => modal.getState().siwx.status

async function createSignedIn(more: Partial<SiweConfig> = {}): Promise<World> {
  const world = createWorld(more)
  await connect(world.modal, { connectorId })
  await siwxSettled()
  expect(statusOf(world)).toBe('signedOut')
  await signIn(world.modal)
  expect(statusOf(world)).toBe('signedIn')
  return world
}

test('signs in with siweConfig: creates the message, verifies the signature and reads the session', async () => {
  const world = await createSignedIn({
    getMessageParams: async () => ({ statement: 'Hello', exp: '2099-01-01T00:00:00Z' }),
  })
  expect(world.asked).toEqual([
    {
      address: alice.address,
      chainId: 1,
      nonce: `nonce for ${alice.address}`,
      domain: 'app.example',
      uri: 'https://app.example/page',
      version: '1',
      iat: '2023-11-14T22:13:20.000Z',
      statement: 'Hello',
      exp: '2099-01-01T00:00:00Z',
    },
  ])
  expect([world.server.session, world.events]).toEqual([{ address: alice.address, chainId: 1 }, ['in 1']])
})

test('rejects a signature that the server does not accept', async () => {
  const world = createWorld()
  world.server.isTaken = false
  await connect(world.modal, { connectorId })
  await siwxSettled()
  await expect(signIn(world.modal)).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED', field: 'signature' })
  expect(statusOf(world)).toBe('signedOut')
})

test('sign-in is required unless required is false', async () => {
  expect((await requireSiwx(createWorld().modal)).getRequired?.()).toBe(true)
  expect((await requireSiwx(createWorld({ required: false }).modal)).getRequired?.()).toBe(false)
})

test('does nothing if enabled is false', async () => {
  const world = createWorld({ enabled: false })
  await connect(world.modal, { connectorId })
  await siwxSettled()
  expect([statusOf(world), world.server.looks, world.modal.getState().modal.open]).toEqual(['idle', 0, false])
})

test('treats non-EVM accounts as signed in', async () => {
  const world = createWorld()
  await connect(world.modal, { connectorId: 'org.example.sol' })
  await siwxSettled()
  expect([statusOf(world), world.server.looks]).toEqual(['signedIn', 0])
})

test.each([
  ['signOutOnAccountChange', true, 'signedOut'],
  ['signOutOnAccountChange', false, 'signedIn'],
  ['signOutOnNetworkChange', true, 'signedOut'],
  ['signOutOnNetworkChange', false, 'signedIn'],
] as const)('with %s: %s, the change leaves the user %s', async (flag, value, status) => {
  const world = await createSignedIn({ [flag]: value })
  if (flag === 'signOutOnAccountChange') world.wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  else await switchNetwork(world.modal, { network: 'eip155:10' })
  await siwxSettled()
  expect([statusOf(world), world.server.session === null, world.events.includes('out')]).toEqual([status, value, value])
})

test.each([
  [undefined, null],
  [true, null],
  [false, { address: alice.address, chainId: 1 }],
])('with signOutOnDisconnect: %s, disconnecting leaves the session as %o', async (signOutOnDisconnect, session) => {
  const world = await createSignedIn({ signOutOnDisconnect })
  await disconnect(world.modal)
  expect(world.server.session).toEqual(session)
})

test('refetches the session every five minutes, or every sessionRefetchIntervalMs', async () => {
  for (const [sessionRefetchIntervalMs, wait] of [
    [undefined, 300_000],
    [60_000, 60_000],
  ] as const) {
    const world = await createSignedIn({ sessionRefetchIntervalMs })
    world.server.session = null
    await world.clock.advance(wait - 1)
    expect(statusOf(world)).toBe('signedIn')
    await world.clock.advance(1)
    await siwxSettled()
    expect([statusOf(world), getRoute(world.modal.getState()).view]).toEqual(['signedOut', 'SIWXSignMessage'])
    world.modal.destroy()
    expect(world.clock.pending()).toBe(0)
  }
})

test('shows SIGN_OUT_FAILED if the server refuses to sign out', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const world = await createSignedIn()
  world.server.refusesSignOut = true
  await disconnect(world.modal)
  expect(world.modal.getState().toast).toMatchObject({ message: { code: 'SIGN_OUT_FAILED' } })
})

test('setSessions cannot store sessions, but ends all of them with an empty list', async () => {
  const world = await createSignedIn()
  const siwx = await requireSiwx(world.modal)
  const session = await siwx.getSessions('eip155:1', alice.address)
  await siwx.setSessions(session)
  expect(world.server.session).not.toBeNull()
  await siwx.setSessions([])
  expect(world.server.session).toBeNull()
})

test('ends the server session once, however many networks are revoked', async () => {
  const signOut = vi.fn(async () => true)
  let session: SiweSession | null = { address: alice.address, chainId: 1 }
  const world = createWorld({
    getSession: async () => session,
    signOut: async () => {
      session = null
      return signOut()
    },
  })
  const siwx = await requireSiwx(world.modal)
  await Promise.all([siwx.revokeSession('eip155:1', alice.address), siwx.revokeSession('eip155:137', alice.address)])
  await siwx.revokeSession('eip155:10', alice.address)
  await siwx.revokeAccount?.('eip155', alice.address)
  await siwx.revokeAccount?.('solana', 'an address')
  expect(signOut).toHaveBeenCalledOnce()
  expect(world.events).toEqual(['out'])
})
