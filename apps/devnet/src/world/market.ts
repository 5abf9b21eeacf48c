import type { Address } from 'viem'
import { type WorldToken, worldTokens } from './world.js'

export type WorldMarket = {
  /** Uniswap V2. */
  readonly factory: Address
  readonly router: Address
  readonly wrappedNative: WorldToken
  /** The stablecoin of prices. Only the pools own it: swap or mint to get some. */
  readonly usd: WorldToken
  readonly pools: readonly WorldPool[]
}

/** A pool of wrapped ether and a token, at 3,000 tokens per ether. */
export type WorldPool = { readonly address: Address; readonly token: WorldToken }

/** Deployer of the market, an address without a key like `worldDeployer`. */
export const marketDeployer: Address = '0xd000000000000000000000000000000000000D01'

/** Initial ether per pool, in whole units. */
export const poolEther: bigint = 1_000n

/** Initial price: whole tokens per ether. */
export const poolPrice: bigint = 3_000n

const usd: WorldToken = {
  address: '0x6A6ED8D5DfF91f44D9421798192353EbB97Cb663',
  name: 'Local Dollar',
  symbol: 'USDL',
  decimals: 6,
}

/**
 * A stablecoin like USDT: an allowance has to be reset before a new approval, and its calls return nothing. Anybody may
 * `mint(address to, uint256 amount)`.
 */
export const carefulToken: WorldToken = {
  address: '0x2fE6e2613cd8Ef1D8673F41Df634CbF326132A18',
  name: 'Careful Dollar',
  symbol: 'CARE',
  decimals: 6,
}

/** The same on every chain. */
export const worldMarket: WorldMarket = {
  factory: '0x8989cdd6e15f4Dc3C03D659c3E2DD3c84CF30449',
  router: '0xF246CAC0Dc0262e596eE65970eF5c6a7bC629d63',
  wrappedNative: {
    address: '0xA3Ed76C7DaC7309C5E1e9B7B16e67f92Df1da93B',
    name: 'Wrapped Ether',
    symbol: 'WETH',
    decimals: 18,
  },
  usd,
  pools: [
    { token: usd, address: '0x6FFcBD5f5d0dF3a11D4E02249fb81101629fc432' },
    { token: worldTokens.USDC, address: '0xca85316f9D04D082ECA9673A66c85076714Fad22' },
    { token: worldTokens.DAI, address: '0x7534f47Deb5beaFd389cd08Bc17009782CFcbC23' },
    { token: carefulToken, address: '0x1C5afC76f87100e150602c74F25D6033181c05cE' },
  ],
}

/** A spam token that every development account received; its name advertises a website. */
export const spamToken: WorldToken = {
  address: '0x50ac83B29B36E7fC58b72B95961eDA4330157fD3',
  name: '$5000 at https://claim.example',
  symbol: 'CLAIM.EXAMPLE',
  decimals: 18,
}

/**
 * An enumerable ERC-721 collection with on-chain images: tokens 1 and 2 belong to the first development account, 3 and 4 to the second,
 * 5 and 6 to the third. Anybody may `mint(address to)`.
 */
export const worldNfts: { readonly address: Address; readonly name: string; readonly symbol: string } = {
  address: '0xCc86D608Ece11E5bd5CFe1028759BaB000Dcd1a6',
  name: 'Keyholes',
  symbol: 'KEY',
}

/** Number of development accounts with two tokens each. */
export const nftHolderCount: number = 3
