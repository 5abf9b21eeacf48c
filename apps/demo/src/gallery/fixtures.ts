import type { OnRampOptions, WalletListing } from '@latchkey/core'

// The data behind the gallery: one account that holds and has done a bit of everything.

/** The time in the gallery, in milliseconds since the epoch: it doesn't pass, so that its pictures stay the same. */
export const now: number = Date.parse('2026-03-20T12:00:00Z')

/** Ids of the scripted wallets' connectors. */
export const connectorIds = { evm: 'example.firefly', spare: 'example.harbor' } as const

export const chains = [
  { id: 1, name: 'Ethereum', symbol: 'ETH', explorer: ['Etherscan', 'https://etherscan.io'] },
  { id: 8_453, name: 'Base', symbol: 'ETH', explorer: ['Basescan', 'https://basescan.org'] },
  { id: 42_161, name: 'Arbitrum One', symbol: 'ETH', explorer: ['Arbiscan', 'https://arbiscan.io'] },
  { id: 10, name: 'OP Mainnet', symbol: 'ETH', explorer: ['Optimism Explorer', 'https://optimistic.etherscan.io'] },
  { id: 137, name: 'Polygon', symbol: 'POL', explorer: ['PolygonScan', 'https://polygonscan.com'] },
] as const

export const usdPerEth = 2_500

/** Wei. */
export const gasPrice = '2000000000'

/** `UniswapV2Router02` and wrapped Ether on Ethereum. */
export const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
export const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

/** The placeholder that the service has in place of an address of the native currency. */
export const nativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Tokens of the account on Ethereum. `quantity` in whole units, `price` in USD. */
export const tokens = [
  {
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
    address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    price: 1,
    quantity: '10000',
  },
  {
    name: 'Dai Stablecoin',
    symbol: 'DAI',
    decimals: 18,
    address: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    price: 0.9998,
    quantity: '325.5',
  },
  {
    name: 'Wrapped Bitcoin',
    symbol: 'WBTC',
    decimals: 8,
    address: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
    price: 82_000,
    quantity: '0.0125',
  },
  {
    name: 'Uniswap',
    symbol: 'UNI',
    decimals: 18,
    address: '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984',
    price: 8.4,
    quantity: '40.25',
  },
  {
    name: 'Chainlink',
    symbol: 'LINK',
    decimals: 18,
    address: '0x514910771AF9Ca656af840dff83E8264EcF986CA',
    price: 14.2,
    quantity: '7',
  },
] as const

/** As the service returns them. */
export const balances: readonly object[] = [
  toBalance({ name: 'Ether', symbol: 'ETH', decimals: 18, price: usdPerEth, quantity: '1.5' }),
  ...tokens.map(toBalance),
]

type Held = {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly quantity: string
  readonly price?: number | undefined
  readonly address?: string | undefined
}

/** A balance on Ethereum as the service returns it. */
export function toBalance({ name, symbol, decimals, quantity, price, address }: Held): object {
  return {
    name,
    symbol,
    chainId: 'eip155:1',
    address: address && `eip155:1:${address}`,
    price,
    value: price === undefined ? undefined : price * Number(quantity),
    quantity: { decimals: String(decimals), numeric: quantity },
  }
}

/** A picture that needs no host: two shapes on a color. */
export function toPicture(hue: number): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="hsl(${hue} 60% 55%)"/>` +
    `<circle cx="36" cy="40" r="20" fill="hsl(${hue + 60} 80% 75%)"/><path d="M20 80 60 30l30 50z" fill="hsl(${hue + 180} 40% 30%)"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

export const nfts: readonly object[] = ['Lighthouse', 'Harbor at dawn', 'Keeper', 'Night watch', 'Low tide'].map(
  (name, index) => ({
    chainId: 'eip155:1',
    address: `eip155:1:0x${String(index + 1).repeat(40)}`,
    tokenId: String(100 + index),
    name,
    collection: 'Coastlines',
    imageUrl: toPicture(index * 70),
  }),
)

/** The hash of everything that is sent. */
export const transactionHash: `0x${string}` = `0x${'3f9a'.repeat(16)}`

export const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const day = 86_400_000

type Done = readonly [
  kind: string,
  days: number,
  transfers: readonly (readonly ['in' | 'out', string, string])[],
  status?: 'failed' | 'pending',
]

const done: readonly Done[] = [
  ['send', 0, [['out', '250', 'USDC']], 'pending'],
  ['receive', 0.2, [['in', '1.5', 'ETH']]],
  [
    'trade',
    1,
    [
      ['out', '0.4', 'ETH'],
      ['in', '1000', 'USDC'],
    ],
  ],
  ['approve', 1.1, []],
  ['send', 3, [['out', '0.05', 'ETH']], 'failed'],
  ['receive', 9, [['in', '325.5', 'DAI']]],
  ['mint', 24, []],
  ['execute', 30, []],
  ['receive', 41, [['in', '0.0125', 'WBTC']]],
  ['send', 60, [['out', '1200', 'USDC']]],
  ['receive', 75, [['in', '40.25', 'UNI']]],
]

/** Transactions as the service returns them, newest first. */
export const history: readonly object[] = done.map(([operationType, days, transfers, status = 'confirmed'], index) => ({
  id: `t${index}`,
  metadata: {
    operationType,
    status,
    hash: `0x${String(index).padStart(64, 'a')}`,
    chain: 'eip155:1',
    minedAt: new Date(now - days * day).toISOString(),
    sentFrom: '',
    sentTo: recipient,
  },
  transfers: transfers.map(([direction, numeric, symbol]) => ({
    direction,
    quantity: { numeric },
    fungible_info: { symbol, name: symbol, address: toAssetId(symbol) },
  })),
}))

/** A token of Ethereum as the service names it, or the native currency. */
function toAssetId(symbol: string): string {
  const address = tokens.find((token) => token.symbol === symbol)?.address ?? nativeAddress
  return `eip155:1:${address}`
}

export const onRampOptions: OnRampOptions = {
  purchaseCurrencies: [
    { id: 'eth', name: 'Ether', symbol: 'ETH', networks: [{ name: 'ethereum', chain_id: '1' }] },
    { id: 'usdc', name: 'USD Coin', symbol: 'USDC', networks: [{ name: 'ethereum', chain_id: '1' }] },
  ],
  paymentCurrencies: ['USD', 'EUR', 'GBP'].map((id) => ({
    id,
    payment_method_limits: [
      { id: 'card', min: '10', max: '7500' },
      { id: 'ach_bank_account', min: '10', max: '25000' },
    ],
  })),
  providers: [
    { name: 'meridian', label: 'Meridian', feeRange: '1.5–3.5%' },
    { name: 'tollbridge', label: 'Tollbridge Pay', feeRange: '2%' },
    { name: 'corner-bank', label: 'Corner Bank' },
  ],
}

const week = 7 * 86_400

/** Permissions as the service returns them. Times in seconds since the epoch. */
export const sessions: readonly object[] = [
  {
    pci: 'one',
    project: { id: 'p1', name: 'Chess for two', url: 'https://chess.example' },
    expiration: now / 1_000 + week,
    createdAt: now / 1_000 - week,
    permissions: [
      { type: 'native-token-allowance', data: { allowanceAmount: '0x354a6ba7a18000' } },
      { type: 'contract-call', data: {} },
    ],
  },
  {
    pci: 'two',
    project: { id: 'p2', name: 'Weekly savings', url: 'https://savings.example' },
    expiration: now / 1_000 + 4 * week,
    createdAt: now / 1_000 - week,
    permissions: [{ type: 'erc20-token-allowance', data: {} }],
  },
  {
    pci: 'three',
    project: { id: 'p3', name: 'Old arcade', url: 'https://arcade.example' },
    expiration: now / 1_000 - week,
    permissions: [{ type: 'contract-call' }],
  },
]

/** A list of wallets with every kind of link, for entries that need other names than the bundled list has. */
export const listedWallets: readonly WalletListing[] = Array.from({ length: 60 }, (_, index) => ({
  id: `w${index}`,
  name: ['Anchor', 'Beacon', 'Compass', 'Driftwood', 'Estuary', 'Foghorn'][index % 6] + (index < 6 ? '' : ` ${index}`),
  homepage: 'https://wallet.example',
  chrome_store: 'https://chromewebstore.google.com/detail/wallet',
  app_store: 'https://apps.apple.com/app/wallet',
  play_store: 'https://play.google.com/store/apps/details?id=wallet',
  mobile_link: `wallet${index}://`,
  desktop_link: `wallet${index}://`,
  webapp_link: 'https://web.wallet.example',
  ...(index < 4 && { badge_type: 'certified' as const }),
}))

/** Names and texts that are far longer than a line. */
export const longTexts = {
  wallet: 'The Extraordinarily Long-Named Wallet of the Northern Lighthouse Keepers Association',
  token: 'Wrapped Liquid Staked Interest Bearing Stable Basket of Everything',
  email: 'maximiliane.von-und-zu-hohenstein-waldenburg@department.of.long.addresses.example.org',
  name: 'a-very-long-account-name-that-hardly-fits-anywhere.latchkey.id',
}
