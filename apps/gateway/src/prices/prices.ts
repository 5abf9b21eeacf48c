import type { Address } from 'viem'
import { type FungiblePrice, getFungiblePrices, type RequestedToken } from '../api/swaps.js'
import type { ChainBook, ServedChain } from '../chains/chainBook.js'
import { isNativeToken } from '../chains/config.js'
import { createRoute, type Route } from '../http/route.js'
import type { ProviderLog } from '../monitoring/providers.js'
import { readPrices, type TokenPrice } from './pools.js'

export type PriceBook = {
  /**
   * Prices by lowercase contract address or `native`; tokens without a price are missing. At most ten seconds old. Throws as the
   * node does.
   */
  readonly read: (
    chain: ServedChain,
    request: { readonly tokens: readonly string[]; readonly signal: AbortSignal },
  ) => Promise<ReadonlyMap<string, TokenPrice>>
}

/** Milliseconds. */
const freshness = 10_000

/** Cached prices; the oldest are removed first. */
const maxPrices = 10_000

type CachedPrice = { readonly price: TokenPrice | undefined; readonly until: number }

type CreatePriceBookOptions = { readonly now: () => number; readonly providers: ProviderLog }

/** Caches prices for a short time. */
export function createPriceBook({ now, providers }: CreatePriceBookOptions): PriceBook {
  const cache = new Map<string, CachedPrice>()
  return {
    async read(chain, { tokens, signal }) {
      const keys = [...new Set(['native', ...tokens.map((token) => token.toLowerCase())])]
      const toKey = (key: string): string => `${chain.caipNetworkId}:${key}`
      const missing = keys.filter((key) => (cache.get(toKey(key))?.until ?? 0) <= now())
      const found = new Map(keys.map((key) => [key, cache.get(toKey(key))?.price]))
      if (missing.length > 0) {
        const contracts = chain.namespace === 'eip155' ? missing.filter((key) => key !== 'native') : []
        const until = now() + freshness
        const read = await providers.track('prices', chain.caipNetworkId, () =>
          readPrices(chain, { tokens: contracts as Address[], signal }),
        )
        for (const key of missing) {
          found.set(key, read.get(key))
          cache.delete(toKey(key))
          cache.set(toKey(key), { price: read.get(key), until })
        }
        for (const oldest of cache.keys()) {
          if (cache.size <= maxPrices) break
          cache.delete(oldest)
        }
      }
      return new Map([...found].flatMap(([key, price]) => (price === undefined ? [] : [[key, price]])))
    },
  }
}

type GetPriceOptions = {
  readonly caipNetworkId: string
  /** Contract or mint. Default: the native currency. */
  readonly token?: string | undefined
  readonly signal: AbortSignal
}

/** The price of a whole token in US dollars, if known. Throws 400 for a chain that is not served, and as its node does. */
export async function getPrice(
  { chains, prices }: PriceSources,
  { caipNetworkId, token, signal }: GetPriceOptions,
): Promise<number | undefined> {
  const found = await prices.read(chains.get(caipNetworkId), { tokens: token === undefined ? [] : [token], signal })
  return found.get(token?.toLowerCase() ?? 'native')?.price
}

type PriceSources = { readonly chains: ChainBook; readonly prices: PriceBook }

/** Serves token prices in US dollars. Unknown tokens and tokens without a price are left out. [S7.7] */
export function createPriceRoute({ chains, prices }: PriceSources): Route {
  return createRoute(getFungiblePrices, async ({ body: { addresses }, signal }) => {
    const served = [...new Set(addresses.map(({ caipNetworkId }) => caipNetworkId))].map((id) => chains.get(id))
    const read = async (chain: ServedChain): Promise<readonly FungiblePrice[]> => {
      const requested = addresses.filter(({ caipNetworkId }) => caipNetworkId === chain.caipNetworkId)
      const tokens = requested.map(({ address }) => address).filter((address) => !isNativeToken(address))
      return toFungibles(chain, { requested, found: await prices.read(chain, { tokens, signal }) })
    }
    return { fungibles: (await Promise.all(served.map(read))).flat() }
  })
}

function toFungibles(
  { nativeCurrency, tokens = [] }: ServedChain,
  {
    requested,
    found,
  }: { readonly requested: readonly RequestedToken[]; readonly found: ReadonlyMap<string, TokenPrice> },
): readonly FungiblePrice[] {
  return requested.flatMap(({ caipAddress, address }) => {
    const key = address.toLowerCase()
    const isNative = isNativeToken(address)
    const price = found.get(isNative ? 'native' : key)?.price
    const token = isNative ? nativeCurrency : tokens.find((one) => one.address.toLowerCase() === key)
    if (price === undefined || !token) return []
    const { name, symbol, logoUri } = token
    return [{ address: caipAddress, name, symbol, price, ...(logoUri !== undefined && { iconUrl: logoUri }) }]
  })
}
