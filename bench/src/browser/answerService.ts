import type { Visit } from './openVisit.js'

const caipNetworkId = 'eip155:1'
const nativeAddress = `${caipNetworkId}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`
const coinAddress = `${caipNetworkId}:0x1111111111111111111111111111111111111111`
const ether = { name: 'Ether', symbol: 'ETH' }
const coin = { name: 'Coin', symbol: 'COIN' }

const balances = [
  { ...ether, chainId: caipNetworkId, price: 2_500, value: 5_000, quantity: { decimals: '18', numeric: '2' } },
  {
    ...coin,
    chainId: caipNetworkId,
    address: coinAddress,
    price: 1,
    value: 9,
    quantity: { decimals: '6', numeric: '9' },
  },
]

const received = {
  id: 'one',
  metadata: {
    operationType: 'receive',
    hash: `0x${'ab'.repeat(32)}`,
    chain: caipNetworkId,
    minedAt: '2026-03-20T12:00:00Z',
    status: 'confirmed',
  },
  transfers: [{ direction: 'in', quantity: { numeric: '1' }, fungible_info: ether }],
}

const session = { pci: 'one', project: { id: 'shop', name: 'Shop' }, expiration: 4_000_000_000 }

/** Responses by path segment. */
const answers: Readonly<Record<string, object>> = {
  '/supported-chains': { http: [caipNetworkId], ws: [] },
  '/history': { data: [received] },
  '/sessions/': { pcis: [session] },
  '/convert/tokens': {
    tokens: [
      { ...ether, address: nativeAddress, decimals: 18 },
      { ...coin, address: coinAddress, decimals: 6 },
    ],
  },
  '/gas-price': { standard: '1', fast: '1', instant: '1' },
  '/allowance': { allowance: '0' },
  '/fungible/price': { fungibles: [{ ...ether, address: nativeAddress, price: 2_500 }] },
  '/onramp/options': {
    purchaseCurrencies: [{ id: 'ETH', ...ether, networks: [{ name: 'ethereum', chain_id: '1' }] }],
    paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: '1', max: '1000' }] }],
    providers: [{ name: 'till', label: 'Till' }],
  },
  '/onramp/quote': { purchaseAmount: { amount: '0.1', currency: 'ETH' }, quoteId: 'one' },
  '/onrampurl': { url: 'https://till.example/' },
}

/** Assets of the account, as the service returns them. */
type Holdings = { readonly balances: readonly object[]; readonly nfts: readonly object[] }

/** An account with many tokens and NFTs. */
export function createHoldings(size: { readonly tokens: number; readonly nfts: number }): Holdings {
  const toAddress = (index: number): string => `${caipNetworkId}:0x${(index + 1).toString(16).padStart(40, '0')}`
  return {
    balances: Array.from({ length: size.tokens }, (_, index) => ({
      name: `Token ${index}`,
      symbol: `T${index}`,
      chainId: caipNetworkId,
      address: toAddress(index),
      price: 1 + (index % 7),
      value: size.tokens - index,
      quantity: { decimals: '18', numeric: `${1 + index}.5` },
    })),
    nfts: Array.from({ length: size.nfts }, (_, index) => ({
      chainId: caipNetworkId,
      address: toAddress(index % 20),
      tokenId: String(index),
      name: `Picture ${index}`,
      collection: `Collection ${index % 20}`,
    })),
  }
}

/** Answers requests to the service that the page has set. Default: an account with two tokens. */
export async function answerService({ page }: Visit, holdings: Holdings = { balances, nfts: [] }): Promise<void> {
  await page.route('https://service.example/**', async (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    const toAnswer = (): object | undefined => {
      if (pathname.endsWith('/balance')) return holdings
      if (pathname.endsWith('/quotes')) return { quotes: [toQuote(Object.fromEntries(searchParams))] }
      return Object.entries(answers).find(([part]) => pathname.includes(part))?.[1]
    }
    const json = toAnswer()
    await route.fulfill(json ? { json, headers } : { status: 404, headers })
  })
}

/** One response per requested item, in order. */
function toQuote({ amount, from, to }: Readonly<Record<string, string>>): object {
  return { fromAmount: amount, fromAccount: from, toAmount: amount, toAccount: to }
}
