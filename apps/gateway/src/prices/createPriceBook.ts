import type { Address } from 'viem'
import type { ServedChain } from '../chains/createChainBook.js'
import { readPrices } from './readPrices.js'

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
const most = 10_000

type Kept = { readonly price: number | undefined; readonly until: number }

/** Prices, each read once for all who ask within a short time. */
export function createPriceBook({ now }: { readonly now: () => number }): PriceBook {
  const kept = new Map<string, Kept>()
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
          if (kept.size <= most) break
          kept.delete(oldest)
        }
      }
      return new Map([...found].flatMap(([key, price]) => (price === undefined ? [] : [[key, price]])))
    },
  }
}
