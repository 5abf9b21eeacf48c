import { expect, test, vi } from 'vitest'
import { bob } from '../../testing/accounts.js'
import {
  type BlockchainAnswer,
  type BlockchainService,
  blockchainApi,
  createBlockchainService,
} from '../../testing/createBlockchainService.js'
import { createTestModal, type TestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { createTestPage } from '../../testing/createTestPage.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { mainnet, sepolia } from '../../testing/networks.js'
import { settle } from '../../testing/settle.js'
import { getAccount } from '../account/account.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { fetchBalance } from './balance.js'
import { fetchPortfolio, getTokens, getWalletActions, refreshHoldings, watchPortfolio } from './portfolio.js'
import type { PortfolioState } from './state.js'

const connectorId = 'org.example.wallet'
const chainId = 'eip155:1'
const ether = { name: 'Ether', symbol: 'ETH', chainId, price: 2000, quantity: { decimals: '18', numeric: '1.204' } }
const usd = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId,
  address: 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  price: 1,
  value: 10.019,
  quantity: { decimals: '6', numeric: '10.02' },
}
const holdings = { balances: [usd, ether], nfts: [] }

type World = TestModal & { readonly service: BlockchainService }

async function setUp(answer: BlockchainAnswer = answerHoldings, options: TestModalOptions = {}): Promise<World> {
  const service = createBlockchainService(answer)
  const env = { ...service.env, ...options.env }
  const world = createTestModal({ services: { blockchainApi }, projectId: 'project-1', ...options, env })
  await connect(world.modal, { connectorId })
  return { ...world, service }
}

const answerHoldings: BlockchainAnswer = ({ path }) => (path.endsWith('/balance') ? holdings : undefined)
const portfolioOf = ({ modal }: TestModal): PortfolioState | undefined => modal.getState().namespaces.eip155?.portfolio
const down = () => new Response('', { status: 500 })

test('lists the native currency first, then tokens by value; the total has 2 decimals [S9.8]', async () => {
  const world = await setUp()
  const portfolio = await fetchPortfolio(world.modal)
  expect(portfolio?.tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC'])
  expect(portfolio?.total).toBe('2418.01')
  expect(portfolioOf(world)).toMatchObject({ status: 'ready', last: portfolio })
  expect(getAccount(world.modal.getState()).tokenBalance).toBe(portfolio?.tokens)
  expect(world.service.calls.at(-1)?.query).toEqual({ currency: 'usd', chainId })
})

test('[S9.7] leaves out native currencies with 0 decimals and tokens of other networks', async () => {
  const odd = { ...ether, symbol: 'ODD', quantity: { decimals: '0', numeric: '5' } }
  const whole = { ...usd, symbol: 'WHOLE', quantity: { decimals: '0', numeric: '5' } }
  const other = { ...ether, chainId: 'eip155:10' }
  const { modal } = await setUp(({ path }) => path.endsWith('/balance') && { balances: [odd, whole, other, ether] })
  expect((await fetchPortfolio(modal))?.tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'WHOLE'])
})

test('ignores a token with an implausible value in the total', async () => {
  const spam = { ...usd, symbol: 'SPAM', value: 1e300 }
  const { modal } = await setUp(({ path }) => path.endsWith('/balance') && { balances: [spam, usd] })
  expect((await fetchPortfolio(modal))?.total).toBe('10.01')
})

test('caches a portfolio for 30 s [S9.2]; force makes the service update it', async () => {
  const { modal, service, clock } = await setUp()
  await fetchPortfolio(modal)
  await clock.advance(29_999)
  await fetchPortfolio(modal)
  expect(service.paths()).toHaveLength(1)
  await clock.advance(1)
  await fetchPortfolio(modal)
  await fetchPortfolio(modal, { force: true })
  expect(service.calls.slice(-2).map(({ query }) => query['forceUpdate'])).toEqual([undefined, 'true'])
})

test('[S9.2] balance and portfolio of one response expire together 30 s after the request, also on the next visit', async () => {
  let numeric = '1.204'
  const world = await setUp(
    ({ path }) => path.endsWith('/balance') && { balances: [{ ...ether, quantity: { decimals: '18', numeric } }] },
  )
  const { modal, service, clock, storage } = world
  const paths = () => service.paths().length
  await fetchBalance(modal)
  await clock.advance(29_000)
  // the response that the balance came from, now 29 s old
  await fetchPortfolio(modal)
  expect(paths()).toBe(1)
  numeric = '2'
  await clock.advance(1_000)
  expect((await fetchPortfolio(modal))?.tokens[0]?.quantity.numeric).toBe('2')
  expect(paths()).toBe(2)
  await clock.advance(29_000)
  expect(await fetchBalance(modal)).toMatchObject({ balance: '2' })
  expect(paths()).toBe(2)
  modal.destroy()
  numeric = '3'
  const next = await setUp(service.answer, { storage, clock })
  expect(await fetchBalance(next.modal)).toMatchObject({ balance: '2' })
  await clock.advance(1_000)
  expect(await fetchBalance(next.modal)).toMatchObject({ balance: '3' })
})

test('[S9.2] the 30 s include the service’s response time', async () => {
  const answers: (() => void)[] = []
  const { modal, service, clock } = await setUp(
    ({ path }) => path.endsWith('/balance') && new Promise((resolve) => answers.push(() => resolve(holdings))),
  )
  const reading = [fetchBalance(modal), fetchPortfolio(modal)]
  await clock.advance(9_000)
  answers[0]?.()
  await Promise.all(reading)
  await clock.advance(21_000)
  void fetchPortfolio(modal)
  void fetchBalance(modal)
  await settle()
  expect(service.paths()).toHaveLength(2)
})

test('[S3.23] [S9.2] keeps portfolio and balance for 30 s between visits, until the user disconnects', async () => {
  const first = await setUp()
  const known = await fetchPortfolio(first.modal)
  await fetchBalance(first.modal)
  first.modal.destroy()
  const { storage, clock } = first
  await clock.advance(29_999)
  // restores the same account, as a reload would
  const restore = async () => {
    const world = await setUp(undefined, { storage, clock })
    return { ...world, portfolio: await fetchPortfolio(world.modal), balance: await fetchBalance(world.modal) }
  }
  const second = await restore()
  expect(second.portfolio).toEqual(known)
  expect(second.balance).toEqual({ balance: '1.204', symbol: 'ETH' })
  expect(second.service.paths()).toEqual([])
  second.modal.destroy()
  await clock.advance(1)
  const third = await restore()
  expect(third.service.paths()).toHaveLength(1)
  await disconnect(third.modal)
  expect(storage.getItem('latchkey/state')).not.toContain('caches')
})

test('does not store a response that arrives after disconnecting', async () => {
  let resolve = (_: unknown): void => {}
  const world = await setUp(({ path }) =>
    path.endsWith('/balance')
      ? new Promise((settled) => {
          resolve = settled
        })
      : undefined,
  )
  const reading = fetchPortfolio(world.modal)
  await settle()
  await disconnect(world.modal)
  resolve(holdings)
  await reading
  await settle()
  expect(world.storage.getItem('latchkey/state')).not.toContain('portfolios')
})

test('ignores an invalid stored portfolio', async () => {
  const { modal, storage, clock, service } = await setUp()
  const key = `eip155:1:${getAccount(modal.getState()).address}`
  for (const value of [7, {}, { balances: 'many' }, null]) {
    const caches = {
      portfolios: { [key]: { value, at: clock.now() } },
      balances: { [key]: { value, at: clock.now() } },
    }
    storage.setItem('latchkey/state', JSON.stringify({ v: 1, data: { caches } }))
    const before = service.paths().length
    expect((await fetchPortfolio(modal, { force: false }))?.total).toBe('2418.01')
    expect(service.paths()).toHaveLength(before + 1)
    await clock.advance(30_000)
  }
})

test('a failure keeps the last portfolio and stores the error code', async () => {
  const world = await setUp()
  const known = await fetchPortfolio(world.modal)
  world.service.answer = down
  expect(await fetchPortfolio(world.modal, { force: true })).toBe(known)
  expect(portfolioOf(world)).toMatchObject({ status: 'failed', code: 'SERVER_ERROR', last: known })
  world.service.answer = () => new Response('<html>')
  await fetchPortfolio(world.modal, { force: true })
  expect(portfolioOf(world)).toMatchObject({ status: 'failed', code: 'INVALID_REPLY', last: known })
})

test('drops a response for an account that is no longer active', async () => {
  let resolve = (_: unknown): void => {}
  const world = await setUp(({ path }) =>
    path.endsWith('/balance')
      ? new Promise((settled) => {
          resolve = settled
        })
      : undefined,
  )
  const reading = fetchPortfolio(world.modal)
  await settle()
  world.wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  resolve(holdings)
  expect(await reading).toBeUndefined()
  expect(getAccount(world.modal.getState()).tokenBalance).toBeUndefined()
})

test('[S7.2] on a network that the service does not support, reads only the balance, from a node', async () => {
  const wallets = [createTestWallet({ caipNetworkId: 'eip155:10' })]
  const world = await setUp(undefined, { wallets })
  await fetchPortfolio(world.modal)
  expect(portfolioOf(world)).toMatchObject({ status: 'failed', code: 'CHAIN_NOT_SUPPORTED' })
  expect(await fetchBalance(world.modal)).toEqual({ balance: '1.5', symbol: 'ETH' })
  expect([world.service.paths(), world.evm.balanceRequests.length]).toEqual([[], 1])
})

test('without a service there is no portfolio, and the tokens are the native currency only', async () => {
  const { modal } = createTestModal()
  await connect(modal, { connectorId })
  expect(await fetchPortfolio(modal)).toBeUndefined()
  await fetchBalance(modal)
  expect(getTokens(modal.getState())).toEqual([
    {
      caipNetworkId: chainId,
      name: 'Ether',
      symbol: 'ETH',
      decimals: 18,
      quantity: { decimals: '18', numeric: '1.5' },
    },
  ])
  await disconnect(modal)
  expect(getTokens(modal.getState())).toEqual([])
})

test('[S7.29] reads the native balance from the portfolio’s response, by chain and symbol, with one request', async () => {
  const other = { ...ether, chainId: 'eip155:10', quantity: { decimals: '18', numeric: '9' } }
  const wrapped = { ...usd, symbol: 'ETH' }
  const points = { ...ether, symbol: 'PTS', quantity: { decimals: '18', numeric: '7' } }
  const { modal, evm, service } = await setUp(
    ({ path }) => path.endsWith('/balance') && { balances: [other, wrapped, points, ether] },
  )
  const [balance] = await Promise.all([fetchBalance(modal), fetchPortfolio(modal)])
  expect(balance).toEqual({ balance: '1.204', symbol: 'ETH' })
  expect([evm.balanceRequests, service.paths().length]).toEqual([[], 1])
})

test('shows 0.00 for an empty portfolio, and on a testnet without a request', async () => {
  const { modal } = await setUp(({ path }) => path.endsWith('/balance') && { balances: [] })
  expect(await fetchBalance(modal)).toEqual({ balance: '0.00', symbol: 'ETH' })
  const test = await setUp(undefined, {
    networks: [sepolia],
    wallets: [createTestWallet({ caipNetworkId: sepolia.caipNetworkId })],
  })
  expect(await fetchBalance(test.modal)).toEqual({ balance: '0.00', symbol: 'ETH' })
  expect(test.service.calls).toEqual([])
})

test('[S8.1] error: BALANCE_UNAVAILABLE if the service fails', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { modal } = await setUp(down)
  expect(await fetchBalance(modal)).toBeUndefined()
  expect(modal.getState().toast).toMatchObject({ message: { code: 'BALANCE_UNAVAILABLE' } })
})

test('refreshHoldings updates balance and portfolio with one request', async () => {
  const { modal, service } = await setUp()
  await Promise.all([fetchBalance(modal), fetchPortfolio(modal)])
  service.answer = ({ path }) =>
    path.endsWith('/balance') && { balances: [{ ...ether, quantity: { decimals: '18', numeric: '1' } }] }
  await refreshHoldings(modal, 'eip155')
  expect(service.paths()).toHaveLength(2)
  expect(getAccount(modal.getState())).toMatchObject({ balance: '1', tokenBalance: [{ symbol: 'ETH' }] })
})

test('polls a watched portfolio, but not while the page is hidden', async () => {
  const { show, env } = createTestPage()
  const { modal, service, clock } = await setUp(undefined, { env })
  const stop = watchPortfolio(modal)
  await clock.advance(30_000)
  expect(service.paths()).toHaveLength(2)
  show('hidden')
  await clock.advance(120_000)
  expect(service.paths()).toHaveLength(2)
  show('visible')
  await settle()
  expect(service.paths()).toHaveLength(3)
  service.answer = down
  await clock.advance(40_000)
  service.answer = answerHoldings
  // a failure does not delay the next poll
  await clock.advance(10_000)
  const count = service.paths().length
  expect(modal.getState().namespaces.eip155?.portfolio?.status).toBe('ready')
  stop()
  show('hidden')
  show('visible')
  await clock.advance(120_000)
  expect(service.paths()).toHaveLength(count)
})

test('stops polling when the service is unavailable (503), until the account changes', async () => {
  const closed = () => new Response('', { status: 503 })
  const { modal, service, clock, wallet } = await setUp((call) =>
    call.path.endsWith('/balance') ? closed() : undefined,
  )
  watchPortfolio(modal)
  await clock.advance(60_000)
  expect(service.paths()).toHaveLength(1)
  wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  await clock.advance(60_000)
  expect(service.paths()).toHaveLength(2)
  modal.destroy()
  expect(clock.pending()).toBe(0)
})

test('[S2.18] lists the actions that are enabled and possible, in the app’s order', async () => {
  const { modal, evm } = await setUp()
  expect(getWalletActions(modal)).toEqual(['onramp', 'swaps', 'receive'])
  Object.assign(evm.features, { 'transfer:build': async () => ({}) })
  expect(getWalletActions(modal)).toEqual(['onramp', 'swaps', 'receive', 'send'])
  const plain = createTestModal({ features: { walletFeaturesOrder: ['send', 'receive', 'swaps', 'onramp'] } })
  expect(getWalletActions(plain.modal)).toEqual([])
  await connect(plain.modal, { connectorId })
  Object.assign(plain.evm.features, { 'transfer:build': async () => ({}) })
  expect(getWalletActions(plain.modal)).toEqual(['send', 'receive'])
  const off = await setUp(undefined, { features: { swaps: false, receive: false } })
  expect(getWalletActions(off.modal)).toEqual(['onramp'])
})

test('lists swaps once the service is known to support the network', async () => {
  const local = { ...mainnet, id: 31337, caipNetworkId: 'eip155:31337' as const }
  const answer: BlockchainAnswer = ({ path }) =>
    path === '/v1/supported-chains' ? { http: ['eip155:31337'], ws: [] } : holdings
  const wallets = [createTestWallet({ caipNetworkId: 'eip155:31337' })]
  const { modal } = await setUp(answer, { networks: [local], wallets })
  expect(getWalletActions(modal)).not.toContain('swaps')
  await fetchPortfolio(modal)
  expect(getWalletActions(modal)).toContain('swaps')
})
