import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connector } from '../../contracts/connector.js'
import type { SmartSession } from '../../service/blockchain/types.js'
import { alice } from '../../testing/accounts.js'
import { createMoneyServer, createMoneyWorld, type MoneyWorld } from '../../testing/createMoneyWorld.js'
import { createTestWallet, rejection, type TestWallet } from '../../testing/createTestWallet.js'
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

test('the permissions of the account are read; rows that are none are left out', async () => {
  serve()
  const world = await createMoneyWorld()
  const reading = listSmartSessions(world.modal)
  expect(state(world)).toMatchObject({ status: 'loading', sessions: [], caipAddress: account })
  await reading
  expect(state(world)).toMatchObject({ status: 'ready', sessions: [{ pci: 'a' }, { pci: 'b' }] })
  expect(asked).toMatchObject([{ method: 'GET', path: `/v1/sessions/${account}` }])
})

test('a failure is told, and what was known stays', async () => {
  serve()
  const world = await setUp()
  server.use(at.get('/v1/sessions/:address', () => new HttpResponse('', { status: 503 })))
  await listSmartSessions(world.modal)
  expect(state(world)).toMatchObject({ status: 'failed', error: { code: 'SERVER_ERROR' }, sessions: [{}, {}] })
  serve()
  await listSmartSessions(world.modal)
  expect(state(world)).toMatchObject({ status: 'ready', error: undefined })
})

test('they are active, expired or taken back', () => {
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

test('one is taken back with the account’s signature', async () => {
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

test('a wallet that keeps permissions itself takes it back first, and nothing is written down where it does not', async () => {
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

test('a service that refuses is told, and the permission stays', async () => {
  serve(() => HttpResponse.json({ error: { message: 'No' } }, { status: 401 }))
  const world = await setUp()
  await endSmartSession(world.modal, { pci: 'a' })
  expect(state(world)).toMatchObject({ revoking: { pci: 'a', error: { code: 'HTTP_STATUS' } } })
  expect(state(world)?.sessions[0]?.revokedAt).toBeUndefined()
})

test('one at a time, and only what is in the list', async () => {
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

test('without an EVM account there is nothing to read', async () => {
  const world = await createMoneyWorld({ connectorId: 'org.example.sol' })
  await expect(listSmartSessions(world.modal)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})
