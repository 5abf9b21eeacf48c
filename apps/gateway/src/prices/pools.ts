import { type Address, erc20Abi, getAddress, type Hex, hexToBigInt, isAddressEqual, parseAbi, zeroAddress } from 'viem'
import type { ServedChain } from '../chains/chainBook.js'
import { contractCall, readMulticall } from '../chains/contracts.js'

type ReadPricesOptions = {
  /** Contract addresses. */
  readonly tokens: readonly Address[]
  /** Block height. Default: the latest block. */
  readonly block?: bigint | undefined
  readonly signal: AbortSignal
}

export type TokenPrice = {
  /** US dollars for a whole token. */
  readonly price: number
  /** US dollars that the quote side of the pool holds: selling any amount brings less. Undefined without a pool of the token. */
  readonly depth?: number | undefined
}

/** US dollars that the quote side of a pool has to hold, so that tiny pools make no price. */
const minDepth = 1_000

/**
 * Reads prices in US dollars by lowercase contract address, from the deeper of a token's pools with the stablecoin and the wrapped
 * native currency, else as configured. `native` is the native currency.
 */
export async function readPrices(
  chain: ServedChain,
  { tokens, block, signal }: ReadPricesOptions,
): Promise<ReadonlyMap<string, TokenPrice>> {
  const { swap, nativePrice } = chain
  const listed = (chain.tokens ?? []).map(({ address, price }) => [address.toLowerCase(), price] as const)
  const configured = new Map(
    [['native', nativePrice] as const, ...listed].flatMap(([key, price]) =>
      price === undefined ? [] : [[key, { price }] as const],
    ),
  )
  if (!swap) return configured
  const { factory, usd, wrappedNative } = swap
  const height = block ?? hexToBigInt((await chain.node.call({ method: 'eth_blockNumber', signal })) as Hex)
  const priced = [...new Set(tokens.map((token) => getAddress(token)))].filter(
    (token) => !isAddressEqual(token, usd) && !isAddressEqual(token, wrappedNative),
  )
  const pairs = [
    { token: wrappedNative, quote: usd },
    ...priced.flatMap((token) => [
      { token, quote: usd },
      { token, quote: wrappedNative },
    ]),
  ]
  const all = [usd, wrappedNative, ...priced]
  const [pools, counts] = await Promise.all([
    readPools(chain, { factory, pairs, block: height, signal }),
    readMulticall(chain, {
      calls: all.map((to) => contractCall({ to, abi: erc20Abi, functionName: 'decimals', args: [] })),
      block: height,
      signal,
    }),
  ])
  const decimals = new Map(all.map((token, index) => [token.toLowerCase(), counts[index]]))
  const prices = new Map<string, TokenPrice>([...configured, [usd.toLowerCase(), { price: 1 }]])
  const native = toPrice(pools, { token: wrappedNative, prices, decimals })?.price ?? nativePrice
  if (native !== undefined)
    for (const key of ['native', wrappedNative.toLowerCase()]) prices.set(key, { price: native })
  for (const token of priced) {
    const price = toPrice(pools, { token, prices, decimals })
    if (price !== undefined) prices.set(token.toLowerCase(), price)
  }
  return prices
}

type PriceInput = {
  readonly token: Address
  readonly prices: ReadonlyMap<string, TokenPrice>
  readonly decimals: ReadonlyMap<string, number | undefined>
}

function toPrice(pools: readonly Pool[], { token, prices, decimals }: PriceInput): TokenPrice | undefined {
  const found = pools.flatMap((pool) => {
    const quotePrice = prices.get(pool.quote.toLowerCase())?.price
    const [own, other] = [decimals.get(token.toLowerCase()), decimals.get(pool.quote.toLowerCase())]
    if (pool.token !== token || quotePrice === undefined || own === undefined || other === undefined) return []
    const depth = (Number(pool.quoteReserve) / 10 ** other) * quotePrice
    return [{ depth, price: depth / (Number(pool.tokenReserve) / 10 ** own) }]
  })
  const [deepest] = found.filter(({ depth }) => depth >= minDepth).sort((a, b) => b.depth - a.depth)
  return deepest && Number.isFinite(deepest.price) ? deepest : undefined
}

/** Reserves of a Uniswap V2 pool, in atomic units. */
export type Pool = {
  readonly token: Address
  /** The quote token: the stablecoin or the wrapped native currency. */
  readonly quote: Address
  readonly tokenReserve: bigint
  readonly quoteReserve: bigint
}

const factoryAbi = parseAbi(['function getPair(address, address) view returns (address)'])

const pairAbi = parseAbi([
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function token0() view returns (address)',
])

type ReadPoolsOptions = {
  readonly factory: Address
  readonly pairs: readonly { readonly token: Address; readonly quote: Address }[]
  readonly block: bigint
  readonly signal: AbortSignal
}

/** Reads the pools of pairs at a block. Pairs without a pool are left out. */
async function readPools(
  chain: ServedChain,
  { factory, pairs, block, signal }: ReadPoolsOptions,
): Promise<readonly Pool[]> {
  const findPair = ({ token, quote }: { token: Address; quote: Address }) =>
    contractCall({ to: factory, abi: factoryAbi, functionName: 'getPair', args: [token, quote] })
  const addresses = await readMulticall(chain, { calls: pairs.map(findPair), block, signal })
  const found = pairs.flatMap((pair, index) => {
    const address = addresses[index]
    return address && address !== zeroAddress ? [{ ...pair, address }] : []
  })
  if (found.length === 0) return []
  const [reserves, firsts] = await Promise.all([
    readMulticall(chain, {
      calls: found.map(({ address }) =>
        contractCall({ to: address, abi: pairAbi, functionName: 'getReserves', args: [] }),
      ),
      block,
      signal,
    }),
    readMulticall(chain, {
      calls: found.map(({ address }) => contractCall({ to: address, abi: pairAbi, functionName: 'token0', args: [] })),
      block,
      signal,
    }),
  ])
  return found.flatMap(({ token, quote }, index) => {
    const [first, held] = [firsts[index], reserves[index]]
    if (!first || !held) return []
    const [tokenReserve, quoteReserve] = isAddressEqual(first, token) ? held : [held[1], held[0]]
    return tokenReserve === 0n || quoteReserve === 0n ? [] : [{ token, quote, tokenReserve, quoteReserve }]
  })
}
