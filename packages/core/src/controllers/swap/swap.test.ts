import { expect, test } from 'vitest'
import { internals } from '../../modal/modal.js'
import { alice, bob } from '../../testing/accounts.js'
import { routerAddress, usdlAddress } from '../../testing/createSwapService.js'
import { type SwapWorld, swapServiceUrl } from '../../testing/createSwapWorld.js'
import { mainnet } from '../../testing/networks.js'
import { offerOf, settled, setUpSwaps, swapOf } from '../../testing/setUpSwaps.js'
import { getSwapDetails, getSwapIssue } from './details.js'
import { chooseSwapToken, flipSwap, loadSwap, setSwapAmount } from './form.js'
import { sendSwap } from './send.js'
import type { SwapPreset } from './state.js'

const { begin, stop } = setUpSwaps()

const buy: SwapPreset = { amount: '1', fromToken: 'ETH', toToken: 'USDL' }
const sell: SwapPreset = { amount: '500', fromToken: usdlAddress, toToken: 'eth' }

const issueOf = ({ modal }: SwapWorld) => getSwapIssue(modal.getState())
const type = async (world: SwapWorld, amount: string): Promise<void> => {
  setSwapAmount(world.modal, amount)
  await world.clock.advance(200)
  await expect.poll(() => swapOf(world).quote.status).not.toBe('loading')
}

test('fills in the preset: tokens by address or symbol, and the amount', async () => {
  const world = await begin(sell)
  expect(swapOf(world)).toMatchObject({ amount: '500', from: { symbol: 'USDL' }, to: { symbol: 'ETH' } })
  expect(offerOf(world)).toMatchObject({ offer: { fromAmount: '500000000', toAmount: '200000000000000000' } })
})

test('without a preset, sells the native currency and reports what is missing at each step', async () => {
  const world = await begin()
  expect([swapOf(world).from?.symbol, swapOf(world).to]).toEqual(['ETH', undefined])
  expect(issueOf(world)).toEqual({ kind: 'noToken' })
  const [, usdl] = swapOf(world).tokens
  if (usdl) chooseSwapToken(world.modal, { side: 'to', token: usdl })
  expect(issueOf(world)).toEqual({ kind: 'noAmount' })
  await type(world, '1e18')
  expect(issueOf(world)).toEqual({ kind: 'badAmount' })
  await type(world, '1,5')
  expect(issueOf(world)).toEqual({ kind: 'badAmount' })
  await type(world, '3')
  expect(issueOf(world)).toEqual({ kind: 'noBalance' })
  await type(world, '1')
  expect(issueOf(world)).toBeUndefined()
  expect(world.sent).toEqual([])
})

test('clearing a chosen token removes the offer and keeps the amount', async () => {
  const world = await begin(sell)
  expect(offerOf(world)).toMatchObject({ status: 'ready' })
  chooseSwapToken(world.modal, { side: 'to', token: undefined })
  expect(swapOf(world)).toMatchObject({ to: undefined, from: { symbol: 'USDL' }, amount: '500' })
  expect([swapOf(world).quote.status, issueOf(world)]).toEqual(['none', { kind: 'noToken' }])
  const { from } = swapOf(world)
  chooseSwapToken(world.modal, { side: 'from', token: undefined })
  expect(swapOf(world)).toMatchObject({ from: undefined, amount: '500' })
  chooseSwapToken(world.modal, { side: 'to', token: from })
  expect(swapOf(world)).toMatchObject({ from: undefined, to: { symbol: 'USDL' } })
})

test('[S9.5] computes rate, value, price impact, the minimum at 1 % slippage, and the cost of 150,000 gas', async () => {
  const world = await begin(buy, ({ service }) => {
    service.price = 2_400_000_000n
  })
  await expect.poll(() => getSwapDetails(world.modal.getState())?.impact).toBeDefined()
  expect(getSwapDetails(world.modal.getState())).toEqual({
    fromAmount: '1',
    toAmount: '2400',
    minimum: '2376',
    router: { address: routerAddress, isPinned: true },
    rate: 2_400,
    fromValue: 2_500,
    toValue: 2_400,
    impact: expect.closeTo(4),
    cost: '0.00015',
    costValue: expect.closeTo(0.375),
  })
})

test('requests a quote 200 ms after the last key, for the amount cut to the token’s decimals', async () => {
  const world = await begin(sell)
  const before = world.service.count('/v1/convert/quotes')
  for (const text of ['1', '1.2', '1.23456789']) {
    setSwapAmount(world.modal, text)
    await world.clock.advance(199)
  }
  expect([world.service.count('/v1/convert/quotes') - before, swapOf(world).amount]).toEqual([0, '1.234567'])
  await world.clock.advance(1)
  await settled(world)
  expect(world.service.calls.at(-1)).toBeDefined()
  expect(offerOf(world)).toMatchObject({ offer: { fromAmount: '1234567' } })
})

test('refreshes the offer every 10 s, not while the page is hidden, and at once when it is visible again', async () => {
  const world = await begin(buy)
  const count = () => world.service.count('/v1/convert/quotes')
  const before = count()
  await world.clock.advance(10_000)
  await expect.poll(count).toBe(before + 1)
  await settled(world)
  world.hide(true)
  await world.clock.advance(60_000)
  expect(count()).toBe(before + 1)
  world.hide(false)
  await expect.poll(count).toBe(before + 2)
  await settled(world)
  stop()
  await world.clock.advance(60_000)
  expect(count()).toBe(before + 2)
})

test('subtracts the gas when the whole native balance is sold', async () => {
  const world = await begin({ ...buy, amount: '2' })
  expect(offerOf(world)).toMatchObject({ offer: { fromAmount: '1999850000000000000', isReduced: true } })
  expect(issueOf(world)).toBeUndefined()
})

test('reports noGas without enough native currency for the gas', async () => {
  const world = await begin(sell, ({ service }) => {
    service.holdings.ETH = '0.0001'
  })
  expect(issueOf(world)).toEqual({ kind: 'noGas' })
})

test('reports insufficient liquidity if there is no route', async () => {
  const world = await begin(buy, ({ service }) => {
    service.faults['/v1/convert/quotes'] = () => Response.json({ quotes: [] })
  })
  expect(issueOf(world)).toMatchObject({
    kind: 'failed',
    error: { code: 'NO_LIQUIDITY', message: 'Insufficient liquidity' },
  })
})

test.each([
  ['a server error', 'SERVER_ERROR', () => new Response('', { status: 503 })],
  ['HTML', 'INVALID_REPLY', () => new Response('<html>')],
  [
    'a quote of another amount',
    'INVALID_REPLY',
    () =>
      Response.json({
        quotes: [{ fromAmount: '1', fromAccount: 'eip155:1:0x1', toAmount: '5', toAccount: 'eip155:1:0x2' }],
      }),
  ],
])('%s in place of a quote is reported, and nothing can be sent', async (_, code, reply) => {
  const world = await begin(buy, ({ service }) => {
    service.faults['/v1/convert/quotes'] = reply
  })
  expect(issueOf(world)).toMatchObject({ kind: 'failed', error: { code } })
  await expect(sendSwap(world.modal)).resolves.toBeUndefined()
  expect(world.sent).toEqual([])
})

test('loadSwap reloads a token list that failed', async () => {
  const world = await begin(undefined, ({ service }) => {
    service.faults['/v1/convert/tokens'] = () => new Response('', { status: 500 })
  })
  expect(swapOf(world)).toMatchObject({ list: 'failed', error: { code: 'SERVER_ERROR' } })
  world.service.faults['/v1/convert/tokens'] = undefined
  await loadSwap(world.modal)
  expect(swapOf(world)).toMatchObject({ list: 'ready' })
})

test('fails with SWAP_NOT_SUPPORTED on a network that the service does not support, without further requests', async () => {
  const world = await begin(undefined, ({ service }) => {
    service.chains = ['eip155:10']
  })
  expect(swapOf(world)).toMatchObject({ list: 'failed', error: { code: 'SWAP_NOT_SUPPORTED' } })
  expect(world.service.calls.every(({ path }) => path === '/v1/supported-chains')).toBe(true)
})

test('native to token: sends the swap as built, confirms it and refreshes the balances', async () => {
  const world = await begin(buy)
  await sendSwap(world.modal)
  expect(world.sent).toEqual([{ to: routerAddress, data: '0x5a5a', value: 10n ** 18n, gas: 120_000n }])
  expect(swapOf(world)).toMatchObject({ step: 'done', hash: `0x${'1'.padStart(64, '0')}` })
  const balances = world.service.calls.filter(({ path }) => path.endsWith('/balance'))
  expect(balances.at(-1)?.query).toMatchObject({ forceUpdate: expect.anything() })
  const built = world.service.calls.find(({ path }) => path === '/v1/convert/build-transaction')
  expect(built?.body).toMatchObject({
    amount: String(10n ** 18n),
    eip155: { slippage: 1, minimum: '2475000000' },
  })
})

test('two clicks send once, and the form cannot change meanwhile', async () => {
  const world = await begin(buy)
  let agree = (_: string): void => undefined
  world.send = () => new Promise((resolve) => (agree = resolve))
  const first = sendSwap(world.modal)
  const second = sendSwap(world.modal)
  await expect.poll(() => world.sent).toHaveLength(1)
  setSwapAmount(world.modal, '2')
  flipSwap(world.modal)
  expect(swapOf(world)).toMatchObject({ amount: '1', from: { symbol: 'ETH' }, step: 'sending' })
  // the wallet's own screen returns to the review
  expect(world.modal[internals].transactions).toHaveLength(1)
  agree('0xabc')
  await Promise.all([first, second])
  await sendSwap(world.modal)
  expect([world.sent.length, world.modal[internals].transactions.length]).toEqual([1, 0])
})

test('returns to the form when the user declines, and can send again', async () => {
  const world = await begin(buy)
  world.send = () => Promise.reject({ code: 4001, message: 'No.' })
  await expect(sendSwap(world.modal)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(swapOf(world)).toMatchObject({ step: 'form', error: { code: 'USER_REJECTED' } })
  world.send = async () => '0xabc'
  await sendSwap(world.modal)
  expect(swapOf(world).step).toBe('done')
})

test('refreshes an outdated offer before sending', async () => {
  const world = await begin(buy)
  world.hide(true)
  await world.clock.advance(60_000)
  world.service.price = 2_490_000_000n
  const before = world.service.count('/v1/convert/quotes')
  await sendSwap(world.modal)
  expect(world.service.count('/v1/convert/quotes')).toBe(before + 1)
  expect(swapOf(world)).toMatchObject({ step: 'done' })
})

test('sends nothing and shows the new offer if the price fell by more than the slippage', async () => {
  const world = await begin(buy)
  world.hide(true)
  await world.clock.advance(60_000)
  world.service.price = 2_400_000_000n
  await expect(sendSwap(world.modal)).rejects.toMatchObject({ code: 'PRICE_CHANGED' })
  expect([world.sent, swapOf(world).step]).toEqual([[], 'form'])
  expect(offerOf(world)).toMatchObject({ offer: { toAmount: '2400000000' } })
})

test('swaps less of the whole balance if the gas price rose, and never more than was shown', async () => {
  const world = await begin({ ...buy, amount: '2' })
  const shown = 2n * 10n ** 18n - 150_000n * 10n ** 9n
  for (const [gas, value] of [
    [500_000_000n, shown],
    [3_000_000_000n, 2n * 10n ** 18n - 450_000n * 10n ** 9n],
  ] as const) {
    world.send = () => Promise.reject({ code: 4001 })
    world.hide(true)
    await world.clock.advance(60_000)
    world.service.gas = gas
    await expect(sendSwap(world.modal)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(world.sent.at(-1)?.value).toBe(value)
    world.service.gas = 1_000_000_000n
    world.hide(false)
    await expect.poll(() => offerOf(world)).toMatchObject({ offer: { fromAmount: String(shown) } })
  }
})

test('a failed transaction fails the swap; one with an unknown outcome is not sent again', async () => {
  const world = await begin(buy)
  world.confirm = async () => ({ status: 'failed', reason: 'K' })
  await expect(sendSwap(world.modal)).rejects.toMatchObject({ code: 'SWAP_FAILED', details: 'K' })
  expect(swapOf(world)).toMatchObject({ step: 'form', error: { code: 'SWAP_FAILED' } })
  world.confirm = () => Promise.reject(new Error('The node is gone.'))
  await sendSwap(world.modal)
  expect(swapOf(world)).toMatchObject({ step: 'confirming', error: {} })
  await sendSwap(world.modal)
  expect(world.sent).toHaveLength(2)
})

test.each([
  ['of another account', { from: `eip155:1:${bob.address}` }],
  ['of another network', { to: `eip155:10:${routerAddress}` }],
])('does not sign a transaction %s', async (_, change) => {
  const world = await begin(buy)
  const tx = {
    from: `eip155:1:${alice.address}`,
    to: `eip155:1:${routerAddress}`,
    data: '0x00',
    amount: String(10n ** 18n),
  }
  world.service.faults['/v1/convert/build-transaction'] = () => Response.json({ tx: { ...tx, ...change } })
  await expect(sendSwap(world.modal)).rejects.toMatchObject({ code: 'SWAP_UNSAFE' })
  expect([world.sent, world.checked]).toEqual([[], []])
})

test('gives the adapter the built transaction and the shown offer to compare: pair, amount, minimum and router', async () => {
  const world = await begin(sell, ({ service }) => {
    service.allowance = 500_000_000n
  })
  await sendSwap(world.modal)
  expect(world.checked).toMatchObject([
    {
      account: { address: alice.address },
      network: { caipNetworkId: 'eip155:1' },
      transaction: { to: routerAddress, data: '0x5a5a' },
      trade: {
        from: { address: usdlAddress, decimals: 6 },
        to: { address: undefined, decimals: 18 },
        amount: 500_000_000n,
        minimum: (2n * 10n ** 17n * 99n) / 100n,
        router: routerAddress,
      },
      routers: undefined,
    },
  ])
  expect(world.sent).toHaveLength(1)
})

test('error: SWAP_UNSAFE without asking the wallet if the adapter finds the transaction unsafe', async () => {
  const world = await begin(buy)
  world.isSafe = false
  await expect(sendSwap(world.modal)).rejects.toMatchObject({ code: 'SWAP_UNSAFE' })
  expect([world.sent, swapOf(world)]).toEqual([[], expect.objectContaining({ step: 'form' })])
  world.isSafe = true
  await sendSwap(world.modal)
  expect(swapOf(world).step).toBe('done')
})

test.each(['swap:router', 'swap:check'] as const)('error: SWAP_NOT_CHECKED if the adapter has no %s', async (name) => {
  const world = await begin(buy, ({ evm }) => void Reflect.deleteProperty(evm.features, name))
  if (name === 'swap:router')
    expect(issueOf(world)).toMatchObject({ kind: 'failed', error: { code: 'SWAP_NOT_CHECKED' } })
  else await expect(sendSwap(world.modal)).rejects.toMatchObject({ code: 'SWAP_NOT_CHECKED' })
  expect(world.sent).toEqual([])
})

const routed = (url: string) => ({
  services: { blockchainApi: swapServiceUrl, rpc: { url, networkIds: ['eip155:1'] as const } },
})
test.each([
  ['those of another service and of the network', 'https://rpc.example.org', ['rpc.example.org', 'eth.example.org']],
  ['never those of the service that built it', `${swapServiceUrl}/rpc`, ['eth.example.org']],
])('the nodes that check a swap are %s', async (_, url, hosts) => {
  const world = await begin(buy, undefined, routed(url))
  await sendSwap(world.modal)
  const { default: first, chainDefault } = world.checked[0]?.network.rpcUrls ?? { default: { http: [] } }
  expect([...first.http, ...(chainDefault?.http ?? [])].map((node) => new URL(node).host)).toEqual(hosts)
})

test('error: SWAP_NOT_CHECKED if all nodes belong to the service that built the swap', async () => {
  const own = { ...mainnet, rpcUrls: { default: { http: [`${swapServiceUrl}/rpc`] } } }
  const world = await begin(buy, undefined, { networks: [own] })
  await expect(sendSwap(world.modal)).rejects.toMatchObject({ code: 'SWAP_NOT_CHECKED' })
  expect([world.sent, world.checked]).toEqual([[], []])
})

test('shows the new offer instead of sending if its router changed', async () => {
  const world = await begin(buy)
  world.hide(true)
  await world.clock.advance(60_000)
  world.router = { address: usdlAddress, isPinned: false }
  await expect(sendSwap(world.modal)).rejects.toMatchObject({ code: 'PRICE_CHANGED' })
  expect([world.sent, getSwapDetails(world.modal.getState())?.router]).toEqual([[], world.router])
})

test('an account change starts a new swap with a new quote', async () => {
  const world = await begin(buy)
  const { id } = swapOf(world)
  world.wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  await expect.poll(() => swapOf(world).address).toBe(bob.address)
  expect(swapOf(world).id).toBe(id + 1)
  await expect.poll(() => swapOf(world).quote.status).toBe('ready')
})

test('signs nothing if the account changes while the swap is being built', async () => {
  const world = await begin(buy)
  world.service.faults['/v1/convert/build-transaction'] = () => {
    stop()
    world.wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
    const tx = {
      from: `eip155:1:${alice.address}`,
      to: `eip155:1:${routerAddress}`,
      data: '0x00',
      amount: String(10n ** 18n),
    }
    return Response.json({ tx })
  }
  await expect(sendSwap(world.modal)).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
  expect(world.sent).toEqual([])
})

test('destroying the modal leaves no timer', async () => {
  const world = await begin(buy)
  world.modal.destroy()
  expect(world.clock.pending()).toBe(0)
})
