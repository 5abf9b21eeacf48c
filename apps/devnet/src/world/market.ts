import type { Address } from 'viem'
import { type WorldToken, worldTokens } from './world.js'

export type WorldMarket = {
  /** Uniswap V2. */
  readonly factory: Address
  readonly router: Address
  readonly wrappedNative: WorldToken
  /** A stable token, in which prices are told. Nobody owns any but the pool: whoever wants some swaps or mints. */
  readonly usd: WorldToken
  readonly pools: readonly WorldPool[]
}

/** Wrapped ether against a token, three thousand of the token for one ether. */
export type WorldPool = { readonly address: Address; readonly token: WorldToken }

/** Deploys the market. Nobody has its key, as with `worldDeployer`. */
export const marketDeployer: Address = '0xd000000000000000000000000000000000000D01'

/** Ether in each pool of the market at the start, in whole units. */
export const poolEther: bigint = 1_000n

/** Whole tokens of a pool for each ether in it, at the start. */
export const poolPrice: bigint = 3_000n

const usd: WorldToken = {
  address: '0x6A6ED8D5DfF91f44D9421798192353EbB97Cb663',
  name: 'Local Dollar',
  symbol: 'USDL',
  decimals: 6,
}

/**
 * A stable token that takes no new approval while an older one stands: that has to be taken back first. Its calls answer nothing.
 * Anybody may `mint(address to, uint256 amount)`.
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

/** Was sent to every development account unasked, and tells them to go to a web page. */
export const spamToken: WorldToken = {
  address: '0x50ac83B29B36E7fC58b72B95961eDA4330157fD3',
  name: '$5000 at https://claim.example',
  symbol: 'CLAIM.EXAMPLE',
  decimals: 18,
}

/**
 * A collection (ERC-721, enumerable) whose pictures are on the chain: tokens 1 and 2 belong to the first development account, 3
 * and 4 to the second, 5 and 6 to the third. Anybody may `mint(address to)`.
 */
export const worldNfts: { readonly address: Address; readonly name: string; readonly symbol: string } = {
  address: '0xCc86D608Ece11E5bd5CFe1028759BaB000Dcd1a6',
  name: 'Keyholes',
  symbol: 'KEY',
}

/** How many development accounts own tokens of the collection, two each. */
export const nftHolderCount: number = 3
