import { type Address, erc20Abi, getAddress, type Hex, hexToBigInt, isAddressEqual } from 'viem'
import { contractCall } from '../chains/contractCall.js'
import type { ServedChain } from '../chains/createChainBook.js'
import { readMulticall } from '../chains/readMulticall.js'
import type { Pool } from './pool.js'
import { readPools } from './readPools.js'

export type ReadPricesOptions = {
  /** Contracts. */
  readonly tokens: readonly Address[]
  /** The height of the block that pools are read at; the newest one unless told. */
  readonly block?: bigint | undefined
  readonly signal: AbortSignal
}

/** US dollars that a pool has to hold on the side of the price, so that nobody makes a price of a few coins. */
const leastDepth = 1_000

/**
 * US dollars for a whole token, by its contract in small letters, from the deeper of its pools with the stable token and with the
 * wrapped native currency, else as configured. `native` is that of the native currency.
 */
export async function readPrices(
  chain: ServedChain,
  { tokens, block, signal }: ReadPricesOptions,
): Promise<ReadonlyMap<string, number>> {
  const { swap, nativePrice } = chain
  const listed = (chain.tokens ?? []).map(({ address, price }) => [address.toLowerCase(), price] as const)
  const configured = new Map(
    [['native', nativePrice] as const, ...listed].flatMap(([key, price]) =>
      price === undefined ? [] : [[key, price] as const],
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
  const prices = new Map<string, number>([...configured, [usd.toLowerCase(), 1]])
  const native = toPrice(pools, { token: wrappedNative, prices, decimals }) ?? nativePrice
  if (native !== undefined) for (const key of ['native', wrappedNative.toLowerCase()]) prices.set(key, native)
  for (const token of priced) {
    const price = toPrice(pools, { token, prices, decimals })
    if (price !== undefined) prices.set(token.toLowerCase(), price)
  }
  return prices
}

type Known = {
  readonly token: Address
  readonly prices: ReadonlyMap<string, number>
  readonly decimals: ReadonlyMap<string, number | undefined>
}

function toPrice(pools: readonly Pool[], { token, prices, decimals }: Known): number | undefined {
  const found = pools.flatMap((pool) => {
    const quotePrice = prices.get(pool.quote.toLowerCase())
    const [own, other] = [decimals.get(token.toLowerCase()), decimals.get(pool.quote.toLowerCase())]
    if (pool.token !== token || quotePrice === undefined || own === undefined || other === undefined) return []
    const depth = (Number(pool.quoteReserve) / 10 ** other) * quotePrice
    return [{ depth, price: depth / (Number(pool.tokenReserve) / 10 ** own) }]
  })
  const [deepest] = found.filter(({ depth }) => depth >= leastDepth).sort((a, b) => b.depth - a.depth)
  return deepest && Number.isFinite(deepest.price) ? deepest.price : undefined
}
