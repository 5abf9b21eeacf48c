import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestModal } from '../../testing/createTestModal.js'
import { fetchTokenBalances, fetchTokenPrices } from './balances.js'
import { fetchSupportedChains } from './client.js'
import { fetchHistory } from './history.js'
import { fetchIdentityOf, fetchNameSuggestions, fetchProfile, fetchProfilesOf, registerProfile } from './names.js'
import { createOnRampUrl, fetchOnRampOptions, fetchOnRampQuote } from './onramp.js'
import { fetchSmartSessions, revokeSmartSession } from './sessions.js'
import {
  buildSwapApproval,
  buildSwapTransaction,
  fetchAllowance,
  fetchGasPrice,
  fetchSwapQuotes,
  fetchSwapTokens,
} from './swaps.js'

type Seen = { readonly line: string; readonly query: Record<string, string>; readonly body: unknown }

const seen: Seen[] = []

let reply: { readonly status: number; readonly text: string }

const { signal } = new AbortController()

const answer = (body: unknown, status = 200): void => {
  reply = { status, text: typeof body === 'string' ? body : JSON.stringify(body) }
}

const server = setupServer(
  http.all('https://chain.example.org/*', async ({ request }) => {
    const { pathname, searchParams } = new URL(request.url)
    const text = await request.text()
    const query = Object.fromEntries(searchParams)
    seen.push({ line: `${request.method} ${pathname}`, query, body: text ? JSON.parse(text) : undefined })
    return new HttpResponse(reply.text, { status: reply.status })
  }),
)

const { modal } = createTestModal({
  services: { blockchainApi: 'https://chain.example.org/api/' },
  projectId: 'project-1',
  env: { fetch: (input, init) => fetch(input, init) },
})

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))

afterAll(() => {
  modal.destroy()
  server.close()
})

beforeEach(() => {
  seen.length = 0
})

/** The request, without the parameters that every request has. */
const asked = () =>
  seen.map(({ line, query: { st, sv, projectId, ...query }, body }) => [line, query, ...(body ? [body] : [])])

const alice = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'

const user = `eip155:1:${alice}` as const

const usdc = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' as const

const native = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee' as const

const caipNetworkId = 'eip155:1' as const

test('[S7.1] [S7.2] fetches the supported chains, with the parameters of every request', async () => {
  answer({ http: ['eip155:1', 'nonsense', 7], ws: [] })
  expect(await fetchSupportedChains(modal, { signal })).toEqual(['eip155:1'])
  expect(seen[0]?.line).toBe('GET /api/v1/supported-chains')
  expect(seen[0]?.query).toEqual({
    st: 'latchkey',
    sv: expect.stringMatching(/^js-eip155,solana-\d/),
    projectId: 'project-1',
  })
})

test('[S7.3] fetches the name and avatar of an address', async () => {
  answer({ name: 'alice.eth', avatar: 'https://chain.example.org/api/a.png' })
  expect(await fetchIdentityOf(modal, { address: alice, sender: alice, signal })).toEqual({
    name: 'alice.eth',
    avatar: 'https://chain.example.org/api/a.png',
  })
  answer({ name: null, avatar: 'javascript:alert(1)' })
  expect(await fetchIdentityOf(modal, { address: alice, signal })).toEqual({})
  answer({}, 404)
  expect(await fetchIdentityOf(modal, { address: alice, signal })).toEqual({})
  expect(asked()).toEqual([
    [`GET /api/v1/identity/${alice}`, { sender: alice }],
    [`GET /api/v1/identity/${alice}`, {}],
    [`GET /api/v1/identity/${alice}`, {}],
  ])
})

test('[S7.4] [S7.26] fetches a page of transactions', async () => {
  const metadata = {
    operationType: 'send',
    hash: '0x1',
    chain: 'eip155:1',
    minedAt: '2026-01-02T03:04:05Z',
    sentFrom: alice,
    sentTo: alice,
    status: 'confirmed',
    nonce: 7,
  }
  const transfer = { direction: 'out', quantity: { numeric: '1.5' }, fungible_info: { symbol: 'ETH' }, value: 3000 }
  answer({ data: [{ id: 'a', metadata, transfers: [transfer, { direction: 'up' }] }, { id: 'b' }], next: 'two' })
  const page = await fetchHistory(modal, { account: alice, caipNetworkId, cursor: 'one', signal })
  expect(page).toMatchObject({ data: [{ id: 'a', metadata, transfers: [transfer] }], next: 'two' })
  expect([page.data.length, page.data[0]?.transfers.length]).toEqual([1, 1])
  answer({ data: [], next: null })
  expect(await fetchHistory(modal, { account: alice, caipNetworkId, signal })).toEqual({ data: [] })
  expect(asked()[0]).toEqual([`GET /api/v1/account/${alice}/history`, { cursor: 'one', chainId: 'eip155:1' }])
})

test('[S7.5] fetches quotes with amounts as digit strings, and none if there is no route', async () => {
  const quote = { id: 'q', fromAmount: '1000', fromAccount: native, toAmount: '25', toAccount: usdc, blockNumber: '9' }
  answer({ quotes: [quote] })
  const request = { amount: 1000n, userAddress: user, from: native, to: usdc, gasPrice: 20n, signal }
  expect(await fetchSwapQuotes(modal, request)).toEqual([
    { ...quote, fromAmount: 1000n, toAmount: 25n, blockNumber: 9n },
  ])
  expect(asked()).toEqual([
    ['GET /api/v1/convert/quotes', { amount: '1000', userAddress: user, from: native, to: usdc, gasPrice: '20' }],
  ])
  answer({ quotes: [] })
  expect(await fetchSwapQuotes(modal, request)).toEqual([])
})

test.each(['1e18', '-1', '1.5', 'NaN', '', '9'.repeat(79), null, 1.5])(
  'rejects a response with a quote of %s',
  async (toAmount) => {
    answer({ quotes: [{ fromAmount: '1', fromAccount: native, toAmount, toAccount: usdc }] })
    const request = { amount: 1n, userAddress: user, from: native, to: usdc, gasPrice: 1n, signal }
    await expect(fetchSwapQuotes(modal, request)).rejects.toMatchObject({
      code: 'INVALID_REPLY',
      details: expect.stringContaining('toAmount'),
    })
  },
)

test('[S7.6] fetches the tokens to swap; the native one has no address', async () => {
  const token = { name: 'USD Coin', symbol: 'USDC', decimals: 6, eip2612: true }
  const logoUri = 'https://chain.example.org/api/public/getTokenImage/usdc'
  answer({
    tokens: [
      { ...token, address: usdc, logoUri },
      { name: 'Ether', symbol: 'ETH', decimals: 18, address: native },
    ],
  })
  const tokens = await fetchSwapTokens(modal, { caipNetworkId, signal })
  expect(tokens).toMatchObject([
    { ...token, caipNetworkId, address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', iconUrl: logoUri, logoUri },
    { symbol: 'ETH', address: undefined },
  ])
  expect(asked()).toEqual([['GET /api/v1/convert/tokens', { chainId: 'eip155:1' }]])
})

test('[S7.7] fetches token prices in batches of ten', async () => {
  answer({
    fungibles: [
      { address: usdc, name: 'USD Coin', symbol: 'USDC', price: 1 },
      { address: usdc, price: -1 },
    ],
  })
  const addresses = Array.from({ length: 21 }, (_, index) => `eip155:1:0x${index}` as const)
  const prices = await fetchTokenPrices(modal, { addresses, signal })
  expect(prices).toEqual(Array(3).fill({ address: usdc, name: 'USD Coin', symbol: 'USDC', price: 1 }))
  expect(asked()).toEqual(
    [addresses.slice(0, 10), addresses.slice(10, 20), addresses.slice(20)].map((batch) =>
      expect.arrayContaining([
        'POST /api/v1/fungible/price',
        { currency: 'usd', addresses: batch, projectId: 'project-1' },
      ]),
    ),
  )
  seen.length = 0
  expect([await fetchTokenPrices(modal, { addresses: [], signal }), seen]).toEqual([[], []])
})

test('[S7.8] fetches the allowance of a swap', async () => {
  answer({ allowance: '115792089237316195423570985008687907853269984665640564039457584007913129639935' })
  expect(await fetchAllowance(modal, { tokenAddress: usdc, userAddress: user, signal })).toBe(2n ** 256n - 1n)
  expect(asked()).toEqual([['GET /api/v1/convert/allowance', { tokenAddress: usdc, userAddress: user }]])
})

test('[S7.9] fetches the gas price in wei', async () => {
  answer({ standard: '1', fast: '2', instant: '3' })
  expect(await fetchGasPrice(modal, { caipNetworkId, signal })).toEqual({ standard: 1n, fast: 2n, instant: 3n })
  expect(asked()).toEqual([['GET /api/v1/convert/gas-price', { chainId: 'eip155:1' }]])
})

test('[S7.10] [S9.5] builds the transaction of a swap', async () => {
  const tx = { from: user, to: usdc, data: '0xabcd', amount: '5', eip155: { gas: '21000', gasPrice: '7' } }
  answer({ tx })
  const pair = { from: native, to: usdc, userAddress: user }
  const request = { ...pair, amount: 5n, minimum: 990n, expected: 995n, disableEstimate: true, signal }
  expect(await buildSwapTransaction(modal, request)).toEqual({
    tx: { from: user, to: usdc, data: '0xabcd', value: 5n, gas: 21000n, gasPrice: 7n },
  })
  const body = {
    amount: '5',
    eip155: { slippage: 0.5, minimum: '990' },
    projectId: 'project-1',
    from: native,
    to: usdc,
    userAddress: user,
    disableEstimate: true,
  }
  expect(asked()).toEqual([['POST /api/v1/convert/build-transaction', {}, body]])
})

test.each([
  ['0.01 % if the price has moved to the minimum', 995n, 0.01],
  ['1 % at most', 2_000n, 1],
])('[S9.5] requests a slippage of %s', async (_, expected, slippage) => {
  answer({ tx: { from: user, to: usdc, data: '0xabcd', amount: '5' } })
  const pair = { from: native, to: usdc, userAddress: user }
  await buildSwapTransaction(modal, { ...pair, amount: 5n, minimum: 995n, expected, signal })
  expect(asked()).toMatchObject([[expect.anything(), {}, { eip155: { slippage } }]])
})

test('[S7.11] builds the approval of a swap', async () => {
  answer({ tx: { from: user, to: usdc, data: '0x', value: '0' } })
  expect(await buildSwapApproval(modal, { userAddress: user, from: usdc, to: native, signal })).toMatchObject({
    tx: { from: user, to: usdc, data: '0x', value: 0n },
  })
  expect(asked()).toEqual([['GET /api/v1/convert/build-approve', { userAddress: user, from: usdc, to: native }]])
})

test('[S7.12] fetches the balances and NFTs of an address, and drops invalid items', async () => {
  const ether = { name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', price: 2000, value: 3000 }
  const usd = { name: 'USD Coin', symbol: 'USDC', chainId: 'eip155:1', address: usdc, price: 1 }
  answer({
    balances: [
      { ...ether, quantity: { decimals: '18', numeric: '1.5' } },
      { ...usd, quantity: { decimals: '6', numeric: '10' }, somethingNew: 1 },
      { ...usd, quantity: { decimals: '6', numeric: 'NaN' } },
      { ...usd, address: 'x', quantity: { decimals: '6', numeric: '1' } },
      null,
    ],
    nfts: [{ chainId: 'eip155:1', address: usdc, tokenId: '7', imageUrl: 'http://tracker.example/7.png' }, {}],
  })
  const request = { address: alice, caipNetworkId, forceUpdate: true, signal }
  expect(await fetchTokenBalances(modal, request)).toMatchObject({
    balances: [
      { caipNetworkId, address: undefined, symbol: 'ETH', decimals: 18, quantity: { numeric: '1.5' }, value: 3000 },
      { symbol: 'USDC', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
    ],
    nfts: [{ tokenId: '7', name: '#7', imageUrl: undefined }],
  })
  await fetchTokenBalances(modal, { address: alice, signal })
  expect(asked()).toEqual([
    [`GET /api/v1/account/${alice}/balance`, { currency: 'usd', chainId: 'eip155:1', forceUpdate: 'true' }],
    [`GET /api/v1/account/${alice}/balance`, { currency: 'usd' }],
  ])
})

const profile = { name: 'al.latchkey.id', addresses: { 60: { address: alice } }, attributes: [{ bio: 'hi' }] }

test('[S7.13] fetches the profile of a name, and returns undefined for an unregistered name', async () => {
  answer(profile)
  expect(await fetchProfile(modal, { name: 'a/l ice', signal })).toEqual(profile)
  answer({ error: { code: 'NOT_FOUND', message: 'No such name' } }, 404)
  expect(await fetchProfile(modal, { name: 'bob', signal })).toBeUndefined()
  expect(asked()[0]).toEqual(['GET /api/v1/profile/account/a%2Fl%20ice', { apiVersion: '2' }])
})

test.each(['.', '..', ''])(
  'sends no request for the name "%s", which would lead to another path [I35]',
  async (name) => {
    expect([await fetchProfile(modal, { name, signal }), seen]).toEqual([undefined, []])
  },
)

test('[S7.14] fetches the names of an address', async () => {
  answer([profile, {}])
  expect(await fetchProfilesOf(modal, { address: alice, sender: alice, signal })).toEqual([profile])
  expect(asked()).toEqual([[`GET /api/v1/profile/reverse/${alice}`, { sender: alice, apiVersion: '2' }]])
  answer({}, 404)
  expect(await fetchProfilesOf(modal, { address: alice, signal })).toEqual([])
})

test('[S7.15] fetches suggestions for a name', async () => {
  answer({ suggestions: [{ name: 'al.latchkey.id', registered: true }, { name: 'x' }] })
  const request = { name: 'al', zone: 'latchkey.id', signal }
  expect(await fetchNameSuggestions(modal, request)).toEqual([{ name: 'al.latchkey.id', registered: true }])
  expect(asked()).toEqual([['GET /api/v1/profile/suggestions/al', { zone: 'latchkey.id' }]])
})

test('[S7.16] registers a name, or rejects with the reasons of the refusal', async () => {
  answer({ success: true })
  const request = { coinType: 60, address: alice, message: 'm', signature: '0x1', signal }
  expect(await registerProfile(modal, request)).toEqual({ success: true })
  const body = { coin_type: 60, address: alice, message: 'm', signature: '0x1' }
  expect(asked()).toEqual([['POST /api/v1/profile/account', {}, body]])
  const reasons = [{ name: 'name', description: 'Name is already registered' }]
  answer({ status: 'FAILED', reasons, error: { code: 'NAME_TAKEN', message: 'Taken' } }, 400)
  await expect(registerProfile(modal, request)).rejects.toMatchObject({
    code: 'NAME_REFUSED',
    reasons,
    details: 'name: Name is already registered',
  })
  answer('<html>', 400)
  await expect(registerProfile(modal, request)).rejects.toMatchObject({ code: 'HTTP_STATUS', status: 400 })
})

const purchase = {
  destinationWallets: [{ address: alice, blockchains: ['ethereum'], assets: ['USDC'] }],
  defaultNetwork: 'ethereum',
  partnerUserId: alice,
  presetFiatAmount: 20,
  signal,
}

test('[S7.17] creates the URL of a purchase', async () => {
  answer({ url: 'https://pay.example.org/?a=1' })
  expect(await createOnRampUrl(modal, purchase)).toEqual({ url: 'https://pay.example.org/?a=1' })
  const { signal: _, ...body } = purchase
  expect(asked()).toEqual([['POST /api/v1/generators/onrampurl', {}, { ...body, defaultExperience: 'buy' }]])
})

test.each(['javascript:alert(1)', 'http://pay.example.org/', 'data:text/html,x', '/buy', undefined])(
  'rejects the purchase URL %s [I37]',
  async (url) => {
    answer({ url })
    await expect(createOnRampUrl(modal, purchase)).rejects.toMatchObject({ code: 'INVALID_REPLY' })
  },
)

test('[S7.18] [S3.10] fetches the on-ramp options', async () => {
  const networks = [{ name: 'ethereum', display_name: 'Ethereum', chain_id: '1', contract_address: usdc }]
  const limits = [{ id: 'CARD', min: '10.00', max: '7500.00' }]
  answer({
    purchaseCurrencies: [{ id: 'u', name: 'USD Coin', symbol: 'USDC', networks }],
    paymentCurrencies: [{ id: 'USD', payment_method_limits: [...limits, { id: 'x', min: '-1', max: '1' }] }],
  })
  expect(await fetchOnRampOptions(modal, { signal })).toEqual({
    purchaseCurrencies: [{ id: 'u', name: 'USD Coin', symbol: 'USDC', networks }],
    paymentCurrencies: [{ id: 'USD', payment_method_limits: limits }],
  })
  expect(asked()).toEqual([['GET /api/v1/onramp/options', {}]])
})

test('[S7.19] fetches an on-ramp quote, and rejects a negative amount [I37]', async () => {
  const request = { purchaseCurrency: 'USDC', paymentCurrency: 'USD', amount: '20', network: 'ethereum' }
  answer({ purchaseAmount: { amount: '19.5', currency: 'USDC' }, networkFee: { amount: '0.5', currency: 'USD' } })
  expect(await fetchOnRampQuote(modal, { ...request, signal })).toMatchObject({
    purchaseAmount: { amount: '19.5', currency: 'USDC' },
    networkFee: { amount: '0.5', currency: 'USD' },
  })
  expect(asked()).toEqual([['POST /api/v1/onramp/quote', {}, request]])
  answer({ purchaseAmount: { amount: '-5', currency: 'USDC' } })
  await expect(fetchOnRampQuote(modal, { ...request, signal })).rejects.toMatchObject({ code: 'INVALID_REPLY' })
})

test('[S7.20] [S7.21] fetches granted permissions, and revokes one', async () => {
  const session = { pci: 'p', project: { id: 'x', name: 'Game' }, expiration: 1_800_000_000, permissions: [{}] }
  answer({ pcis: [session, { pci: 'q' }] })
  expect(await fetchSmartSessions(modal, { address: alice, signal })).toEqual([{ ...session, listedBy: ['service'] }])
  answer('')
  await revokeSmartSession(modal, { address: alice, pci: 'p', signature: '0x1', signal })
  expect(asked()).toEqual([
    [`GET /api/v1/sessions/${alice}`, {}],
    [`POST /api/v1/sessions/${alice}/revoke`, {}, { pci: 'p', signature: '0x1' }],
  ])
})
