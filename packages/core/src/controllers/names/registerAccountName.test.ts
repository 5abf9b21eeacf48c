import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { alice } from '../../testing/accounts.js'
import { createMoneyServer, createMoneyWorld, type MoneyWorld } from '../../testing/createMoneyWorld.js'
import { createTestWallet, rejection } from '../../testing/createTestWallet.js'
import { connect } from '../connection/connect.js'
import { getRoute, open } from '../shell/actions.js'
import { canRegisterName, registerAccountName, resetNames, setAccountName } from './accountName.js'
import { initialNames, type NamesState, nameDelays } from './state.js'

const { server, asked, at } = createMoneyServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => void asked.splice(0))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const state = ({ modal }: MoneyWorld): NamesState => modal.getState().names ?? initialNames
const posts = () => asked.filter(({ method }) => method === 'POST')

function serve(register: () => Response = () => HttpResponse.json({ success: true })): void {
  server.use(
    at.get('/v1/profile/suggestions/:name', ({ params }) => {
      const suggestions = [
        { name: `${params['name']}.example.org`, registered: params['name'] === 'taken' },
        { name: `${params['name']}1.example.org`, registered: false },
      ]
      return HttpResponse.json({ suggestions })
    }),
    at.post('/v1/profile/account', register),
    at.get('/v1/profile/reverse/:address', () => HttpResponse.json([])),
    at.get('/v1/identity/:address', () => HttpResponse.json({ name: 'ada.example.org', avatar: null })),
    at.get('/v1/supported-chains', () => HttpResponse.json({ http: ['eip155:1'], ws: [] })),
  )
}

/** The user has typed a name, and the service has responded with suggestions. */
async function type(text: string, world?: MoneyWorld): Promise<MoneyWorld> {
  const own = world ?? (await createMoneyWorld())
  if (!own.modal.getState().modal.open) open(own.modal, { view: 'RegisterAccountName' })
  setAccountName(own.modal, text)
  await own.clock.advance(nameDelays.debounce)
  await expect.poll(() => state(own).suggestionsLoading).toBe(false)
  return own
}

test('requests suggestions once per pause in typing, for the last text only', async () => {
  serve()
  const world = await createMoneyWorld()
  for (const text of ['adal', 'adalo', 'AdaLove']) {
    setAccountName(world.modal, text)
    await world.clock.advance(nameDelays.debounce - 1)
  }
  expect(asked).toEqual([])
  await world.clock.advance(1)
  await expect.poll(() => state(world).name).toBe('adalove.example.org')
  expect(asked).toMatchObject([{ path: '/v1/profile/suggestions/adalove' }])
  expect(state(world).suggestions).toEqual([{ name: 'adalove1.example.org', registered: false }])
})

test('drops a late response to an older text', async () => {
  const releases: (() => void)[] = []
  server.use(
    at.get(
      '/v1/profile/suggestions/:name',
      ({ params }) =>
        new Promise((resolve) => {
          const suggestions = [{ name: String(params['name']), registered: true }]
          releases.push(() => resolve(HttpResponse.json({ suggestions })))
        }),
    ),
  )
  const world = await createMoneyWorld()
  for (const [index, text] of ['first', 'second'].entries()) {
    setAccountName(world.modal, text)
    await world.clock.advance(nameDelays.debounce)
    await expect.poll(() => releases.length).toBe(index + 1)
  }
  releases[1]?.()
  await expect.poll(() => state(world).name).toBe('second')
  releases[0]?.()
  await world.clock.advance(1)
  expect(state(world).name).toBe('second')
})

test.each(['abc', 'a_b_c', 'éllo', '../../x', 'x'.repeat(300)])(
  '[S5.18] makes no request and no signature for the invalid name %s',
  async (text) => {
    const world = await createMoneyWorld()
    setAccountName(world.modal, text)
    await world.clock.advance(60_000)
    await registerAccountName(world.modal)
    expect([asked, world.wallet.count('sign'), state(world).step]).toEqual([[], 0, 'choosing'])
  },
)

test('the account signs the name, the service registers it, and the view shows the success', async () => {
  serve()
  const world = await type('AdaLove')
  await registerAccountName(world.modal)
  const timestamp = Math.floor(world.clock.now() / 1_000)
  const message = JSON.stringify({
    name: 'adalove.example.org',
    attributes: {},
    domain: 'https://app.example.org',
    chainId: 'eip155:1',
    timestamp,
    expiresAt: timestamp + 300,
  })
  expect(posts()).toMatchObject(
    [
      { path: '/v1/profile/account', body: { coin_type: 60, address: alice.address, message, signature: /0xsigned/ } },
    ].map((entry) => ({ ...entry, body: { ...entry.body, signature: `0xsigned:${alice.address}` } })),
  )
  expect([state(world).step, getRoute(world.modal.getState()).view]).toEqual([
    'registered',
    'RegisterAccountNameSuccess',
  ])
  // the name is shown at once
  await expect.poll(() => world.modal.getState().namespaces.eip155?.identity?.name).toBe('ada.example.org')
})

test.each([
  'adalove.example.org", "domain": "https://bank.example',
  'adalove.I give all that I have',
  'adalove.\u202egro',
])('signs the typed name for this page’s domain even if the service suggests %j', async (name) => {
  serve()
  server.use(
    at.get('/v1/profile/suggestions/:name', () => HttpResponse.json({ suggestions: [{ name, registered: false }] })),
  )
  const world = await type('adalove')
  expect(state(world).suggestions).toEqual([])
  await registerAccountName(world.modal)
  const { body } = posts()[0] ?? {}
  const { message } = body as { readonly message: string }
  expect(JSON.parse(message)).toMatchObject({ name: 'adalove', domain: 'https://app.example.org', chainId: 'eip155:1' })
})

test('on other EVM chains the coin type is the chain ID with the EVM bit (ENSIP-11)', async () => {
  serve()
  const wallet = createTestWallet({ caipNetworkId: 'eip155:10' })
  const world = await type('adalove', await createMoneyWorld({ wallets: [wallet] }))
  await registerAccountName(world.modal)
  expect(posts()).toMatchObject([{ body: { coin_type: 2_147_483_658 } }])
})

test('a taken name is neither signed nor registered', async () => {
  serve()
  const world = await type('taken')
  await registerAccountName(world.modal)
  expect([state(world).isTaken, posts(), world.wallet.count('sign')]).toEqual([true, [], 0])
})

test('error: NAME_REFUSED with the service’s reasons', async () => {
  const reasons = [{ name: 'name', description: 'That name is taken.' }]
  serve(() => HttpResponse.json({ status: 'FAILED', reasons }, { status: 409 }))
  const world = await type('adalove')
  await registerAccountName(world.modal)
  expect(state(world)).toMatchObject({ step: 'choosing', error: { code: 'NAME_REFUSED', reasons } })
  expect(getRoute(world.modal.getState()).view).toBe('RegisterAccountName')
})

test('error: USER_REJECTED if the user declines to sign; nothing is sent, and the user can retry', async () => {
  serve()
  const world = await type('adalove', await createMoneyWorld({ wallets: [createTestWallet({ asks: ['sign'] })] }))
  const registering = registerAccountName(world.modal)
  await expect.poll(() => world.wallet.count('sign')).toBe(1)
  // only one registration at a time
  await registerAccountName(world.modal)
  world.wallet.last('sign').reject(rejection)
  await registering
  expect([state(world), posts(), world.wallet.count('sign')]).toMatchObject([
    { step: 'choosing', error: { code: 'USER_REJECTED' } },
    [],
    1,
  ])
})

test('a reset ends the registration, and a late signature is not sent', async () => {
  serve()
  const world = await type('adalove', await createMoneyWorld({ wallets: [createTestWallet({ asks: ['sign'] })] }))
  const registering = registerAccountName(world.modal)
  await expect.poll(() => world.wallet.count('sign')).toBe(1)
  resetNames(world.modal)
  world.wallet.last('sign').approve()
  await registering
  expect([state(world), posts()]).toEqual([initialNames, []])
})

test('[S6.8] names are available for EVM accounts only, and with a service only', async () => {
  const world = await createMoneyWorld({ connectorId: 'org.example.sol' })
  expect(canRegisterName(world.modal)).toBe(false)
  await expect(registerAccountName(world.modal)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  await connect(world.modal, { connectorId: 'org.example.wallet' })
  expect(canRegisterName(world.modal)).toBe(true)
  const without = await createMoneyWorld({ services: {} })
  expect(canRegisterName(without.modal)).toBe(false)
})
