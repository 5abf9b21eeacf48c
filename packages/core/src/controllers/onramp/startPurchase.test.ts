import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { alice, sol } from '../../testing/accounts.js'
import { createMoneyServer, createMoneyWorld, type MoneyWorld } from '../../testing/createMoneyWorld.js'
import { solana } from '../../testing/networks.js'
import { getRoute } from '../shell/actions.js'
import { setOnRampProvider, setPaymentAmount, setPurchaseAmount, startOnRamp } from './form.js'
import { endPurchase, reopenPurchase, startPurchase } from './purchase.js'
import { fetchPurchaseQuote } from './quote.js'
import { initialOnRamp, type OnRampState, onRampDelays } from './state.js'

const { server, asked, at } = createMoneyServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => void asked.splice(0))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const page = 'https://pay.example/buy'
const state = ({ modal }: MoneyWorld): OnRampState => modal.getState().onramp ?? initialOnRamp

type Service = { balance: string | undefined; url: string; status: number; sample: boolean }

/** A complete choice, with a service that responds as the test specifies. */
async function setUp(chosen: Partial<Service> & { readonly connectorId?: string | undefined } = {}) {
  const { connectorId, ...given } = chosen
  const service: Service = { balance: '1', url: page, status: 200, sample: false, ...given }
  const isSolana = connectorId !== undefined
  const chainId = isSolana ? solana.caipNetworkId : 'eip155:1'
  const row = { name: 'USD Coin', symbol: 'USDC', chainId, quantity: { decimals: '6', numeric: '' } }
  const native = { ...row, name: 'Ether', symbol: 'ETH', quantity: { decimals: '18', numeric: '7' } }
  server.use(
    at.get('/v1/onramp/options', () =>
      HttpResponse.json({
        purchaseCurrencies: [
          {
            id: 'usdc',
            name: 'USD Coin',
            symbol: 'USDC',
            networks: [{ name: 'main', chain_id: chainId, contract_address: isSolana ? 'Mint1' : alice.address }],
          },
        ],
        paymentCurrencies: [{ id: 'USD' }],
        providers: [
          { name: 'sandbox', label: 'Sandbox' },
          { name: 'meld', label: 'Meld', publicKey: 'pk' },
        ],
      }),
    ),
    at.post('/v1/onramp/quote', () =>
      service.sample
        ? new HttpResponse('', { status: 500 })
        : HttpResponse.json({
            purchaseAmount: { amount: '99', currency: 'USDC' },
            paymentTotal: { amount: '100', currency: 'USD' },
          }),
    ),
    at.post('/v1/generators/onrampurl', () =>
      service.status === 200
        ? HttpResponse.json({ url: service.url })
        : HttpResponse.json({ error: { message: 'Not today' } }, { status: service.status }),
    ),
    at.get('/v1/account/:address/balance', () => {
      if (service.balance === undefined) return new HttpResponse('', { status: 500 })
      const address = `${chainId}:${isSolana ? 'Mint1' : alice.address.toLowerCase()}`
      const quantity = { decimals: '6', numeric: service.balance }
      return HttpResponse.json({ balances: [native, { ...row, address, quantity }] })
    }),
  )
  server.use(at.get('/v1/supported-chains', () => HttpResponse.json({ http: [chainId], ws: [] })))
  const world = await createMoneyWorld({ connectorId })
  await startOnRamp(world.modal)
  setOnRampProvider(world.modal, 'sandbox')
  setPaymentAmount(world.modal, '100')
  await fetchPurchaseQuote(world.modal)
  asked.splice(0)
  const until = (step: OnRampState['step']) => expect.poll(() => state(world).step).toBe(step)
  const balances = (): number => asked.filter(({ path }) => path.endsWith('/balance')).length
  /** Waits for one poll of the balance. */
  const look = async (): Promise<void> => {
    const before = balances()
    await world.clock.advance(onRampDelays.poll)
    await expect.poll(balances).toBe(before + 1)
  }
  return { world, service, until, look, balances }
}

test('opens a 600×800 window without an opener in the click’s own task, and navigates it to the provider', async () => {
  const { world, until } = await setUp()
  void startPurchase(world.modal)
  // before anything is awaited
  expect(world.popups).toMatchObject([
    { visited: [], opener: null, features: 'popup,width=600,height=800,left=400,top=100' },
  ])
  expect([state(world).step, getRoute(world.modal.getState()).view]).toEqual(['asking', 'BuyInProgress'])
  await until('waiting')
  expect(world.popups[0]?.visited).toEqual([page])
  expect(asked.map(({ path }) => path)).toEqual([`/v1/account/${alice.address}/balance`, '/v1/generators/onrampurl'])
  expect(asked[1]?.body).toEqual({
    destinationWallets: [{ address: alice.address, blockchains: ['main'], assets: ['USDC'] }],
    defaultNetwork: 'eip155:1',
    defaultExperience: 'buy',
    provider: 'sandbox',
    partnerUserId: 'shop',
    presetFiatAmount: 100,
    fiatCurrency: 'USD',
  })
})

test('[S7.17] orders the amount to receive if the user entered that', async () => {
  const { world, until } = await setUp()
  setPurchaseAmount(world.modal, '98.5')
  await fetchPurchaseQuote(world.modal)
  void startPurchase(world.modal)
  await until('waiting')
  const { body } = asked.find(({ path }) => path === '/v1/generators/onrampurl') ?? {}
  expect(body).toMatchObject({ presetCryptoAmount: 98.5, fiatCurrency: 'USD', defaultExperience: 'buy' })
  expect(body).not.toHaveProperty('presetFiatAmount')
})

test('signs nothing, and passes only the account as the receiver even if the service’s URL has another', async () => {
  const { world, service, until } = await setUp({ url: 'https://pay.example/buy?walletAddress=thief' })
  service.balance = '1'
  setOnRampProvider(world.modal, 'meld')
  // this requests a quote already, which would replace another request
  await expect.poll(() => state(world).quote).toBeDefined()
  void startPurchase(world.modal)
  await until('waiting')
  const [url = ''] = world.popups[0]?.visited ?? []
  expect(new URL(url).searchParams.getAll('walletAddress')).toEqual([alice.address])
  expect(world.wallet.count('sign')).toBe(0)
})

test.each([
  [undefined, alice.address, 'USDC'],
  ['org.example.sol', sol.address, 'SOL'],
])('[S4.27] passes key, account, currency and project to meld (connector: %s)', async (connectorId, address, code) => {
  const { world, until } = await setUp({ connectorId })
  setOnRampProvider(world.modal, 'meld')
  // this requests a quote already, which would replace another request
  await expect.poll(() => state(world).quote).toBeDefined()
  void startPurchase(world.modal)
  await until('waiting')
  const [url = ''] = world.popups[0]?.visited ?? []
  expect(url.startsWith(`${page}?`)).toBe(true)
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
    publicKey: 'pk',
    destinationCurrencyCode: code,
    walletAddress: address,
    externalCustomerId: 'shop',
  })
})

test('detects received funds by a higher balance of the purchased token', async () => {
  const { world, service, until, look } = await setUp()
  const buying = startPurchase(world.modal)
  await until('waiting')
  await look()
  expect(state(world).step).toBe('waiting')
  service.balance = '100'
  await look()
  await until('received')
  await buying
  // balances are refreshed
  await expect.poll(() => world.modal.getState().namespaces.eip155?.portfolio?.status).toBe('ready')
  expect(world.modal.getState().event).toMatchObject({ event: 'BUY_SUCCESS', properties: { provider: 'sandbox' } })
})

test('[S6.8] buys on Solana too', async () => {
  const { world, service, until, look } = await setUp({ connectorId: 'org.example.sol' })
  void startPurchase(world.modal)
  await until('waiting')
  expect(state(world).purchase).toMatchObject({ namespace: 'solana', address: sol.address, isWatched: true })
  service.balance = '1.5'
  await look()
  await until('received')
})

test('does not poll while the page is hidden, and tolerates a failed poll', async () => {
  const { world, service, until, look, balances } = await setUp()
  void startPurchase(world.modal)
  await until('waiting')
  world.hidden = true
  const before = balances()
  await world.clock.advance(60_000)
  expect(balances()).toBe(before)
  world.hidden = false
  service.balance = undefined
  await look()
  service.balance = '2'
  await look()
  await until('received')
})

test('stops polling after the purchase timeout, and starts again on a retry', async () => {
  const { world, until } = await setUp()
  world.hidden = true
  const buying = startPurchase(world.modal)
  await until('waiting')
  await world.clock.advance(onRampDelays.purchase)
  await buying
  expect([state(world).step, world.popups[0]?.closed]).toEqual(['overdue', false])
  void reopenPurchase(world.modal)
  expect([state(world).step, world.popups.length]).toEqual(['asking', 2])
  await until('waiting')
})

test('sets isBlocked and the URL if the browser blocks the window, and opens it with another click', async () => {
  const { world, until } = await setUp()
  world.blockPopups = true
  void startPurchase(world.modal)
  await until('waiting')
  expect(state(world).purchase).toMatchObject({ isBlocked: true, url: page })
  world.blockPopups = false
  await reopenPurchase(world.modal)
  expect([state(world).purchase?.isBlocked, world.popups[0]?.visited]).toEqual([false, [page]])
})

test.each([
  'javascript:alert(1)',
  'http://pay.example/',
  'file:///etc/passwd',
  'data:text/html,x',
  'meldapp://buy',
  '//x',
])('error: INVALID_REPLY for the provider URL %s, which is not opened; the window closes', async (url) => {
  const { world } = await setUp({ url })
  await startPurchase(world.modal)
  expect(state(world)).toMatchObject({ step: 'asking', error: { code: 'INVALID_REPLY' } })
  expect([world.popups[0]?.closed, world.popups[0]?.visited, state(world).purchase?.url]).toEqual([true, [], undefined])
})

test('error: shows the service’s reason, and can be retried', async () => {
  const { world, service, until } = await setUp({ status: 403 })
  await startPurchase(world.modal)
  expect([state(world).error, world.popups[0]?.closed]).toMatchObject([{ reason: 'Not today' }, true])
  service.status = 200
  void reopenPurchase(world.modal)
  await until('waiting')
  expect([state(world).error, world.popups.length]).toEqual([undefined, 2])
})

test('continues unwatched if the balance can’t be read', async () => {
  const { world, balances } = await setUp({ balance: undefined })
  await startPurchase(world.modal)
  expect([state(world).step, state(world).purchase?.isWatched, balances()]).toEqual(['waiting', false, 1])
})

test('[S8.56] a sample can’t be purchased', async () => {
  const { world } = await setUp({ sample: true })
  expect(state(world).isSample).toBe(true)
  await startPurchase(world.modal)
  expect([world.popups, asked, state(world).step]).toEqual([[], [], 'choosing'])
})

test('ending the purchase stops polling, and keeps the provider’s window open', async () => {
  const { world, until, balances } = await setUp()
  const buying = startPurchase(world.modal)
  await until('waiting')
  endPurchase(world.modal)
  await buying
  const before = balances()
  await world.clock.advance(60_000)
  expect([balances(), state(world).step, world.popups[0]?.closed]).toEqual([before, 'choosing', false])
})

test('does nothing if the account has been disconnected', async () => {
  const { world } = await setUp()
  world.wallet.emit('disconnect', { namespace: 'eip155' })
  await startPurchase(world.modal)
  expect([world.popups, asked]).toEqual([[], []])
})
