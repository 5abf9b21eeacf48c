import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connector, ConnectorType } from '../../contracts/connector.js'
import type { GrantedPermissions } from '../../contracts/features.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { SmartSession } from '../../service/blockchain/types.js'
import { alice } from '../../testing/accounts.js'
import { createMoneyServer, createMoneyWorld, type MoneyWorld } from '../../testing/createMoneyWorld.js'
import { createTestWallet, rejection, type TestWallet } from '../../testing/createTestWallet.js'
import { requestPermissions } from './permissions.js'
import { endSmartSession, listSmartSessions } from './smartSessions.js'
import { groupSmartSessions, type SmartSessionsState } from './state.js'

const { server, asked, at } = createMoneyServer()

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))

beforeEach(() => void asked.splice(0))

afterEach(() => server.resetHandlers())

afterAll(() => server.close())

const account = `eip155:1:${alice.address}` as const

const now = 1_700_000_000

const session = (pci: string, over: Partial<SmartSession> = {}): SmartSession => ({
  pci,
  project: { id: 'game', name: 'Game' },
  expiration: now + 60,
  permissions: [],
  context: '0xc0ffee',
  listedBy: ['service'],
  ...over,
})

const state = ({ modal }: MoneyWorld): SmartSessionsState | undefined => modal.getState().smartSessions

function serve(revoke: () => Response = () => HttpResponse.json({})): void {
  server.use(
    at.get('/v1/sessions/:address', () => HttpResponse.json({ pcis: [session('a'), { pci: 'broken' }, session('b')] })),
    at.post('/v1/sessions/:address/revoke', revoke),
  )
}

async function setUp(wallet: TestWallet = createTestWallet()): Promise<MoneyWorld> {
  const world = await createMoneyWorld({ wallets: [wallet] })
  await listSmartSessions(world.modal)
  asked.splice(0)
  return world
}

test('lists the account’s permissions, and leaves out invalid ones', async () => {
  serve()
  const world = await createMoneyWorld()
  const reading = listSmartSessions(world.modal)
  expect(state(world)).toMatchObject({ status: 'loading', sessions: [], caipAddress: account })
  await reading
  expect(state(world)).toMatchObject({ status: 'ready', sessions: [{ pci: 'a' }, { pci: 'b' }] })
  expect(asked).toMatchObject([{ method: 'GET', path: `/v1/sessions/${account}` }])
})

test('a failure sets the error, and keeps the last list', async () => {
  serve()
  const world = await setUp()
  server.use(at.get('/v1/sessions/:address', () => new HttpResponse('', { status: 503 })))
  await listSmartSessions(world.modal)
  expect(state(world)).toMatchObject({ status: 'failed', error: { code: 'SERVER_ERROR' }, sessions: [{}, {}] })
  serve()
  await listSmartSessions(world.modal)
  expect(state(world)).toMatchObject({ status: 'ready', error: undefined })
})

test('groups permissions into active, expired and revoked', () => {
  const sessions = [
    session('active'),
    session('longer', { expiration: now + 99 }),
    session('expired', { expiration: now }),
    session('revoked', { revokedAt: now - 5 }),
    session('revokedAndOver', { revokedAt: now - 9, expiration: now - 1 }),
    session('notRevoked', { revokedAt: 0, expiration: now + 1 }),
  ]
  const groups = groupSmartSessions(sessions, now * 1_000)
  expect(Object.values(groups).map((group) => group.map(({ pci }: SmartSession) => pci))).toEqual([
    ['longer', 'active', 'notRevoked'],
    ['expired'],
    ['revoked', 'revokedAndOver'],
  ])
})

test('revokes a permission with the account’s signature', async () => {
  serve()
  const wallet = createTestWallet()
  const signed: unknown[] = []
  const sign = wallet.connector.features['message:sign']
  Object.assign(wallet.connector.features, {
    'message:sign': (request: { readonly message: string } & Parameters<NonNullable<typeof sign>>[0]) => {
      signed.push(request.message)
      return sign?.(request)
    },
  })
  const world = await setUp(wallet)
  await endSmartSession(world.modal, { pci: 'a' })
  expect(signed).toEqual([`Revoke session a of ${account.toLowerCase()}`])
  expect(asked).toMatchObject([
    {
      method: 'POST',
      path: `/v1/sessions/${account}/revoke`,
      body: { pci: 'a', signature: `0xsigned:${alice.address}` },
    },
  ])
  expect(state(world)).toMatchObject({ sessions: [{ pci: 'a', revokedAt: now }, { pci: 'b' }], revoking: undefined })
})

test('a wallet with its own permissions revokes first, and the service records nothing if it rejects', async () => {
  serve()
  const wallet = createTestWallet()
  const contexts: string[] = []
  let refuse = true
  const revoke: NonNullable<Connector['features']['permissions:revoke']> = async ({ context }) => {
    contexts.push(context)
    if (refuse) throw Object.assign(new Error(rejection.message), rejection)
  }
  Object.assign(wallet.connector.features, { 'permissions:revoke': revoke })
  const world = await setUp(wallet)
  await endSmartSession(world.modal, { pci: 'a' })
  expect([asked, state(world)?.revoking]).toMatchObject([[], { pci: 'a', error: { code: 'USER_REJECTED' } }])
  refuse = false
  await endSmartSession(world.modal, { pci: 'a' })
  expect([contexts, asked.length, state(world)?.revoking]).toEqual([['0xc0ffee', '0xc0ffee'], 1, undefined])
})

test('error: HTTP_STATUS if the service rejects, and the permission stays', async () => {
  serve(() => HttpResponse.json({ error: { message: 'No' } }, { status: 401 }))
  const world = await setUp()
  await endSmartSession(world.modal, { pci: 'a' })
  expect(state(world)).toMatchObject({ revoking: { pci: 'a', error: { code: 'HTTP_STATUS' } } })
  expect(state(world)?.sessions[0]?.revokedAt).toBeUndefined()
})

test('revokes only one at a time, and only listed permissions', async () => {
  serve()
  const world = await setUp(createTestWallet({ asks: ['sign'] }))
  const ending = endSmartSession(world.modal, { pci: 'a' })
  await expect.poll(() => world.wallet.count('sign')).toBe(1)
  await endSmartSession(world.modal, { pci: 'b' })
  world.wallet.last('sign').approve()
  await ending
  await endSmartSession(world.modal, { pci: 'gone' })
  expect([world.wallet.count('sign'), asked.length]).toEqual([1, 1])
})

test('error: NOT_CONNECTED without an EVM account', async () => {
  const world = await createMoneyWorld({ connectorId: 'org.example.sol' })
  await expect(listSmartSessions(world.modal)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})

const granted: GrantedPermissions = {
  context: '0xf00d',
  caipNetworkId: 'eip155:1',
  permissions: [{ type: 'native-token-allowance', data: { allowanceAmount: '0xa' } }],
  expiry: now + 99,
}

type Features = { -readonly [name in keyof Connector['features']]: Connector['features'][name] }

/** A wallet that grants, lists and revokes permissions itself. */
function createGrantingWallet(
  change: Partial<GrantedPermissions> = {},
  list: readonly GrantedPermissions[] = [],
  type: ConnectorType = 'ANNOUNCED',
): TestWallet {
  const wallet = createTestWallet({ type })
  const kept = [...list]
  const features: Features = {
    'permissions:request': async () => {
      kept.push(granted)
      return { ...granted, ...change }
    },
    'permissions:list': async () => [...kept],
    'permissions:revoke': async ({ context }) => {
      kept.splice(0, kept.length, ...kept.filter((one) => one.context !== context))
      return change.activation && 'signature of the wallet'
    },
  }
  Object.assign(wallet.connector.features, features)
  return wallet
}

const request = { permissions: granted.permissions, expiry: now + 99 }

/** Stores sessions as the service does. */
function serveSessions(sessions: SmartSession[] = []): SmartSession[] {
  server.use(
    at.get('/v1/sessions/:address', () => HttpResponse.json({ pcis: sessions })),
    at.post('/v1/sessions/:address', () => {
      const body = asked.at(-1)?.body
      const { pci = 'made', project, permissions, expiry } = body as SmartSession & { readonly expiry: number }
      sessions.push(session(pci, { project, permissions, expiration: expiry, context: granted.context }))
      return HttpResponse.json({ pci })
    }),
    at.post('/v1/sessions/:address/activate', () => HttpResponse.json({})),
    at.post('/v1/sessions/:address/revoke', () => HttpResponse.json({})),
  )
  return sessions
}

const posted = () =>
  asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path.split('/').at(-1), body])

test('records a permission that the wallet grants at the service, with the account’s signature', async () => {
  serveSessions()
  const world = await createMoneyWorld({ wallets: [createGrantingWallet()] })
  expect(await requestPermissions(world.modal, request)).toEqual(granted)
  expect(posted()).toEqual([
    [
      account,
      expect.objectContaining({
        permissions: granted.permissions,
        expiry: now + 99,
        signer: { type: 'wallet', data: {} },
      }),
    ],
    ['activate', { pci: 'made', context: '0xf00d', signature: `0xsigned:${alice.address}` }],
  ])
  await listSmartSessions(world.modal)
  expect(state(world)?.sessions).toMatchObject([{ pci: 'made', listedBy: ['wallet', 'service'] }])
})

test('passes on the wallet’s own signature, without a second request', async () => {
  serveSessions()
  const wallet = createGrantingWallet({ activation: 'signature of the wallet' })
  const world = await createMoneyWorld({ wallets: [wallet] })
  await requestPermissions(world.modal, request)
  expect(posted().at(-1)).toEqual([
    'activate',
    { pci: 'f00d', context: '0xf00d', signature: 'signature of the wallet' },
  ])
  await listSmartSessions(world.modal)
  await endSmartSession(world.modal, { pci: 'f00d' })
  expect(posted().at(-1)).toEqual(['revoke', { pci: 'f00d', signature: 'signature of the wallet' }])
  expect([wallet.count('sign'), state(world)?.revoking]).toEqual([0, undefined])
})

test('if the service is down, the permission is granted and listed by the wallet only', async () => {
  server.use(at.post('/v1/sessions/:address', () => new HttpResponse('', { status: 503 })))
  const world = await createMoneyWorld({ wallets: [createGrantingWallet()] })
  expect(await requestPermissions(world.modal, request)).toEqual(granted)
  serveSessions()
  await listSmartSessions(world.modal)
  expect(state(world)?.sessions).toMatchObject([{ pci: '0xf00d', context: '0xf00d', listedBy: ['wallet'] }])
  asked.splice(0)
  await endSmartSession(world.modal, { pci: '0xf00d' })
  expect([posted(), state(world)?.sessions]).toMatchObject([[], [{ revokedAt: now }]])
})

test('marks this app’s permissions as revoked if the wallet no longer lists them, but not other apps’', async () => {
  const own = { id: 'shop', name: 'App', url: 'https://app.example.org' }
  const sessions = [session('own', { project: own, context: '0x01' }), session('other', { context: '0x02' })]
  serveSessions(sessions)
  const elsewhere = { ...granted, context: '0x03', caipNetworkId: 'eip155:10' } as const
  const wallet = createGrantingWallet({}, [granted, elsewhere])
  const world = await createMoneyWorld({ wallets: [wallet] })
  await listSmartSessions(world.modal)
  const listed = state(world)?.sessions.map(({ pci, revokedAt }) => [pci, revokedAt])
  expect(listed).toEqual([
    ['0xf00d', undefined],
    ['own', now],
    ['other', undefined],
  ])
})

test('error: UNSUPPORTED_METHOD if the wallet can’t revoke its own permission; others are revoked at the service', async () => {
  serveSessions([session('foreign', { context: '0x02' })])
  const wallet = createGrantingWallet({}, [granted])
  const unsupported = Object.assign(new Error('No such method'), { code: 4200 })
  Object.assign(wallet.connector.features, { 'permissions:revoke': () => Promise.reject(toLatchkeyError(unsupported)) })
  const world = await createMoneyWorld({ wallets: [wallet] })
  await listSmartSessions(world.modal)
  await endSmartSession(world.modal, { pci: '0xf00d' })
  expect(state(world)?.revoking).toMatchObject({ pci: '0xf00d', error: { code: 'UNSUPPORTED_METHOD' } })
  await endSmartSession(world.modal, { pci: 'foreign' })
  expect(posted()).toEqual([['revoke', { pci: 'foreign', signature: `0xsigned:${alice.address}` }]])
})

test('without a service, uses the wallet’s list; a permission without an expiry stays active', async () => {
  const endless = { ...granted, context: '0x07', expiry: undefined }
  const world = await createMoneyWorld({ wallets: [createGrantingWallet({}, [endless])], services: {} })
  expect(await requestPermissions(world.modal, request)).toEqual(granted)
  await listSmartSessions(world.modal)
  expect(state(world)?.status).toBe('ready')
  const { active, expired } = groupSmartSessions(state(world)?.sessions ?? [], (now + 1_000) * 1_000)
  expect([active, expired]).toMatchObject([[{ context: '0x07' }], [{ context: '0xf00d' }]])
  expect(asked).toEqual([])
})

test('records grants and revocations that an embedded wallet reports', async () => {
  serveSessions()
  const wallet = createGrantingWallet({}, [granted], 'AUTH')
  const world = await createMoneyWorld({ wallets: [wallet] })
  await listSmartSessions(world.modal)
  const event = { namespace: 'eip155', address: alice.address, context: '0xf00d' } as const
  wallet.emit('permission', { ...event, status: 'granted' })
  wallet.emit('permission', { ...event, status: 'granted', signature: '0xa1' })
  await expect.poll(() => posted().at(-1)).toEqual(['activate', { pci: 'f00d', context: '0xf00d', signature: '0xa1' }])
  await expect.poll(() => state(world)?.sessions).toMatchObject([{ pci: 'f00d', listedBy: ['wallet', 'service'] }])
  wallet.emit('permission', { ...event, status: 'revoked', signature: '0xb1' })
  await expect.poll(() => posted().at(-1)).toEqual(['revoke', { pci: 'f00d', signature: '0xb1' }])
})
