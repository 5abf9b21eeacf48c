import { parseCaipAddress } from '@latchkey/core'
import { isAddress } from '@latchkey/core/plugin'
import type { Address } from 'viem'
import { z } from 'zod'
import type { ServedChain } from '../chains/chainBook.js'
import { isNativeToken } from '../chains/config.js'
import type { GatewayContext } from '../context.js'
import { parseInput, type Route, toJsonResponse } from '../http/route.js'
import { readPrices } from './pools.js'

export type PriceBook = {
  /**
   * US dollars for a whole token, by its contract in small letters or `native`; none is made up. At most ten seconds old. Throws as
   * the node does.
   */
  readonly read: (
    chain: ServedChain,
    request: { readonly tokens: readonly string[]; readonly signal: AbortSignal },
  ) => Promise<ReadonlyMap<string, number>>
}

/** Milliseconds. */
const freshness = 10_000

/** Prices that are kept; the oldest go first. */
const maxPrices = 10_000

type CachedPrice = { readonly price: number | undefined; readonly until: number }

/** Prices, each read once for all who ask within a short time. */
export function createPriceBook({ now }: { readonly now: () => number }): PriceBook {
  const kept = new Map<string, CachedPrice>()
  return {
    async read(chain, { tokens, signal }) {
      const keys = [...new Set(['native', ...tokens.map((token) => token.toLowerCase())])]
      const toKey = (key: string): string => `${chain.caipNetworkId}:${key}`
      const missing = keys.filter((key) => (kept.get(toKey(key))?.until ?? 0) <= now())
      const found = new Map(keys.map((key) => [key, kept.get(toKey(key))?.price]))
      if (missing.length > 0) {
        const contracts = chain.namespace === 'eip155' ? missing.filter((key) => key !== 'native') : []
        const read = await readPrices(chain, { tokens: contracts as Address[], signal })
        const until = now() + freshness
        for (const key of missing) {
          found.set(key, read.get(key))
          kept.delete(toKey(key))
          kept.set(toKey(key), { price: read.get(key), until })
        }
        for (const oldest of kept.keys()) {
          if (kept.size <= maxPrices) break
          kept.delete(oldest)
        }
      }
      return new Map([...found].flatMap(([key, price]) => (price === undefined ? [] : [[key, price]])))
    },
  }
}

type GetPriceOptions = {
  readonly caipNetworkId: string
  /** Its contract or mint; undefined for the native currency. */
  readonly token?: string | undefined
  readonly signal: AbortSignal
}

/** US dollars for a whole token, undefined where nothing tells. Throws 400 for a chain that is not served, and as its node does. */
export async function getPrice(
  { chains, prices }: Pick<GatewayContext, 'chains' | 'prices'>,
  { caipNetworkId, token, signal }: GetPriceOptions,
): Promise<number | undefined> {
  const found = await prices.read(chains.get(caipNetworkId), { tokens: token === undefined ? [] : [token], signal })
  return found.get(token?.toLowerCase() ?? 'native')
}

const tokenField = z.string().transform((caipAddress, context) => {
  const parts = parseCaipAddress(caipAddress)
  const isKnown = parts?.namespace === 'eip155' || parts?.namespace === 'solana'
  if (isKnown && isAddress(parts.namespace, parts.address))
    return { caipAddress, caipNetworkId: `${parts.namespace}:${parts.reference}`, address: parts.address }
  context.addIssue('is no token (CAIP-10)')
  return z.NEVER
})

const priceRequest = z.object({
  currency: z.literal('usd').default('usd'),
  addresses: z.array(tokenField).min(1).max(10),
})

type RequestedToken = z.output<typeof tokenField>

/** What tokens cost in US dollars. Those without a price, or that nothing is known of, are left out. [S7.7] */
export function createPriceRoute({ chains, prices }: GatewayContext): Route {
  return {
    method: 'POST',
    path: '/v1/fungible/price',
    answer: async ({ body, signal }) => {
      const { addresses } = parseInput(priceRequest, body)
      const served = [...new Set(addresses.map(({ caipNetworkId }) => caipNetworkId))].map((id) => chains.get(id))
      const read = async (chain: ServedChain): Promise<readonly object[]> => {
        const asked = addresses.filter(({ caipNetworkId }) => caipNetworkId === chain.caipNetworkId)
        const tokens = asked.map(({ address }) => address).filter((address) => !isNativeToken(address))
        return toFungibles(chain, { asked, found: await prices.read(chain, { tokens, signal }) })
      }
      return toJsonResponse({ fungibles: (await Promise.all(served.map(read))).flat() })
    },
  }
}

function toFungibles(
  { nativeCurrency, tokens = [] }: ServedChain,
  { asked, found }: { readonly asked: readonly RequestedToken[]; readonly found: ReadonlyMap<string, number> },
): readonly object[] {
  return asked.flatMap(({ caipAddress, address }) => {
    const key = address.toLowerCase()
    const isNative = isNativeToken(address)
    const price = found.get(isNative ? 'native' : key)
    const token = isNative ? nativeCurrency : tokens.find((one) => one.address.toLowerCase() === key)
    if (price === undefined || !token) return []
    const { name, symbol, logoUri } = { logoUri: undefined, ...token }
    return [{ address: caipAddress, name, symbol, price, ...(logoUri !== undefined && { iconUrl: logoUri }) }]
  })
}
