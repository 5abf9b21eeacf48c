import { afterAll, expect, test } from 'vitest'
import { createTestModal } from '../../testing/createTestModal.js'
import { fetchTokenBalances, fetchTokenPrices } from './balances.js'
import { imageUrl } from './fields.js'
import { fetchHistory } from './history.js'
import { fetchIdentityOf, fetchProfile } from './names.js'
import { fetchOnRampOptions } from './onramp.js'
import { fetchSmartSessions } from './sessions.js'
import { fetchSwapTokens } from './swaps.js'

let reply: object

const answer = (body: object): void => {
  reply = body
}

const { modal } = createTestModal({
  services: { blockchainApi: 'https://chain.example.org/api/' },
  projectId: 'project-1',
  env: { fetch: async () => Response.json(reply) },
})

afterAll(() => modal.destroy())

const { signal } = new AbortController()

const alice = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'

const usdc = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' as const

const caipNetworkId = 'eip155:1' as const

const proxied = (url: string): string =>
  `https://chain.example.org/api/v1/image?url=${encodeURIComponent(url)}&projectId=project-1`

test('[T2] loads images of tokens, NFTs, names, providers and permissions from the service, not from their hosts', async () => {
  const url = 'https://tracker.example/visitor.png?id=7&a'
  const row = { name: 'USD Coin', symbol: 'USDC', chainId: 'eip155:1', address: usdc, price: 1, decimals: 6 }
  const images = {
    iconUrl: url,
    imageUrl: url,
    logoUri: url,
    avatar: url,
    icon: { url },
    content: { preview: { url } },
  }
  const project = { id: 'x', name: 'Game', ...images }
  const metadata = { operationType: 'send', hash: '0x1', chain: 'eip155:1', minedAt: '2026-01-02', status: 'confirmed' }
  const transfer = { direction: 'in', quantity: { numeric: '1' }, fungible_info: images, nft_info: images }
  answer({
    balances: [{ ...row, ...images, quantity: { decimals: '6', numeric: '1' } }],
    nfts: [{ ...row, ...images, tokenId: '7' }],
    data: [{ id: 'a', metadata, transfers: [transfer] }],
    tokens: [{ ...row, ...images }],
    fungibles: [{ ...row, ...images }],
    providers: [{ name: 'sandbox', ...images }],
    pcis: [{ pci: 'p', project, expiration: 1 }],
    purchaseCurrencies: [],
    paymentCurrencies: [],
    name: 'al',
    addresses: {},
    attributes: images,
    avatar: url,
  })
  const pictured = [
    await fetchTokenBalances(modal, { address: alice, signal }),
    await fetchHistory(modal, { account: alice, caipNetworkId, signal }),
    await fetchSwapTokens(modal, { caipNetworkId, signal }),
    await fetchTokenPrices(modal, { addresses: [usdc], signal }),
    await fetchOnRampOptions(modal, { signal }),
    await fetchSmartSessions(modal, { address: alice, signal }),
    await fetchIdentityOf(modal, { address: alice, signal }),
    await fetchProfile(modal, { name: 'al', signal }),
  ]
  for (const value of pictured) {
    const text = JSON.stringify(value)
    expect(text).toContain(proxied(url))
    expect(text).not.toContain('tracker.example/')
  }
})

test.each([
  ['data:image/png;base64,AA==', 'data:image/png;base64,AA=='],
  [
    'https://chain.example.org/api/public/getTokenImage/usdc',
    'https://chain.example.org/api/public/getTokenImage/usdc',
  ],
  ['/public/getTokenImage/usdc', 'https://chain.example.org/api/public/getTokenImage/usdc'],
  ['/../logout', null],
  ['/\\a.example/1.png', null],
  // already proxied, as it was stored
  [proxied('https://a.example/1.png'), proxied('https://a.example/1.png')],
  ['ipfs://bafy/1.png', proxied('ipfs://bafy/1.png')],
  ['HTTPS://a.example/1.png', proxied('HTTPS://a.example/1.png')],
  ['http://localhost:1/1.png', proxied('http://localhost:1/1.png')],
  ['http://127.0.0.1:1/1.png', proxied('http://127.0.0.1:1/1.png')],
  ['https://chain.example.org.evil.example/api/', proxied('https://chain.example.org.evil.example/api/')],
  ['https://chain.example.org@evil.example/api/', proxied('https://chain.example.org@evil.example/api/')],
  // an image request must not send cookies to other paths of the service's host
  ['https://chain.example.org/api/../logout', proxied('https://chain.example.org/api/../logout')],
  ['http://a.example/1.png', null],
  ['http://localhost.evil.example/1.png', null],
  ['http://127.0.0.1.evil.example/1.png', null],
  ['blob:https://chain.example.org/api/1', null],
  ['javascript:alert(1)', null],
  ['data:text/html,1', null],
  ['file:///etc/passwd', null],
  ['//a.example/1.png', null],
  [`https://a.example/${'a'.repeat(2_048)}`, null],
  [7, null],
])('an image URL %s becomes %s', (value, shown) => {
  expect(imageUrl(modal)(value)).toBe(shown)
})
