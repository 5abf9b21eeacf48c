import { toDecimal } from '@latchkey/core/plugin'
import type { z } from 'zod'
import { getBalance } from '../api/accounts.js'
import { isOfChain, parseAddress } from '../chains/address.js'
import type { ServedChain } from '../chains/chainBook.js'
import type { GatewayContext } from '../context.js'
import { GatewayError } from '../errors.js'
import { createRoute, type Route } from '../http/route.js'
import { withNodeDeadline } from '../http/upstream.js'
import type { TokenPrice } from '../prices/pools.js'
import { readEvmHoldings, readSeenTokens } from './evm.js'
import { type Holdings, type HoldingsRequest, readBitcoinHoldings, readSolanaHoldings } from './holdings.js'

/** Milliseconds for which a response is cached, and for which a chain may take. */
const limits = { freshness: 10_000, timeout: 12_000 } as const

type BalanceResponse = z.output<typeof getBalance.response>

/** Serves the balances of an address with prices, on one chain or on all chains of its namespace. [S7.12] */
export function createBalanceRoute(context: GatewayContext): Route {
  const cache = createCache<BalanceResponse>({ now: context.now, freshness: limits.freshness })
  const read = (chain: ServedChain, address: string): Promise<BalanceResponse> =>
    withNodeDeadline({ signal: context.ended, milliseconds: limits.timeout }, async (signal) => {
      const holdings = await readHoldings(context, { chain, address, signal })
      const tokens = holdings.balances.flatMap((one) => one.address ?? [])
      const prices = await context.prices.read(chain, { tokens, signal })
      return toBalanceResponse({ ...holdings, chain, prices })
    })
  return createRoute(getBalance, async ({ path: { address = '' }, query: { chainId, forceUpdate } }) => {
    const namespace = parseAddress(address)
    const chain = chainId === undefined ? undefined : context.chains.get(chainId)
    if (chain && !isOfChain(address, chain))
      throw new GatewayError('The address is not valid on this chain.', { status: 400, code: 'INVALID_ADDRESS' })
    const chains = chain ? [chain] : context.chains.all.filter((one) => isOfChain(address, one))
    const account = namespace === 'eip155' ? address.toLowerCase() : address
    // a read is shared by concurrent requests: it continues when the first of them is aborted
    const responses = await Promise.all(
      chains.map((one) =>
        cache.get(`${one.caipNetworkId}:${account}`, { isForced: forceUpdate, read: () => read(one, account) }),
      ),
    )
    return {
      balances: responses.flatMap(({ balances }) => balances),
      nfts: responses.flatMap(({ nfts }) => nfts),
    }
  })
}

/** Reads the holdings of an address on a chain of its namespace. Throws as the node does. */
async function readHoldings(
  context: GatewayContext,
  { chain, address, signal }: HoldingsRequest & { readonly chain: ServedChain },
): Promise<Holdings> {
  if (chain.namespace === 'solana') return readSolanaHoldings(chain, { address, signal })
  if (chain.namespace === 'bip122') return readBitcoinHoldings(chain, { address, signal })
  const seen = await readSeenTokens(context, { chain, address })
  return readEvmHoldings(chain, { address, seen, signal })
}

type PricedHoldings = Holdings & {
  readonly chain: ServedChain
  /** By lowercase contract address, or `native`. */
  readonly prices: ReadonlyMap<string, TokenPrice>
}

function toBalanceResponse({ chain, balances, nfts, prices }: PricedHoldings): BalanceResponse {
  const { caipNetworkId: chainId, tokens = [] } = chain
  const listed = new Set(['native', ...tokens.map((token) => token.address.toLowerCase())])
  return {
    balances: balances.map(({ name, symbol, decimals, address, iconUrl, amount }) => {
      const numeric = toDecimal(amount, decimals)
      const key = address?.toLowerCase() ?? 'native'
      const { price, depth = Number.POSITIVE_INFINITY } = prices.get(key) ?? {}
      // anybody can create a token, its pool, and any amount of it
      const maxValue = listed.has(key) ? Number.POSITIVE_INFINITY : depth
      return {
        name,
        symbol,
        chainId,
        ...(address !== undefined && { address: `${chainId}:${address}` }),
        ...(price !== undefined && { value: Math.min(price * Number(numeric), maxValue) }),
        price: price ?? 0,
        quantity: { decimals: String(decimals), numeric },
        ...(iconUrl !== undefined && { iconUrl }),
      }
    }),
    nfts: nfts.map(({ address, tokenId, name, imageUrl, collection }) => ({
      chainId,
      address: `${chainId}:${address}`,
      tokenId: tokenId.toString(),
      name,
      ...(imageUrl !== undefined && { imageUrl }),
      ...(collection !== undefined && { collection }),
    })),
  }
}

type Cache<value> = {
  /** Returns a fresh or pending value, or calls `read`. Failures are not cached. */
  readonly get: (
    key: string,
    request: { readonly isForced: boolean; readonly read: () => Promise<value> },
  ) => Promise<value>
}

/** Cached values; the oldest are removed first. */
const maxEntries = 1_000

/** Caches values for `freshness` milliseconds. Concurrent requests share one read. */
function createCache<value>({
  now,
  freshness,
}: {
  readonly now: () => number
  readonly freshness: number
}): Cache<value> {
  const entries = new Map<string, { readonly value: Promise<value>; readonly until: number }>()
  return {
    get(key, { isForced, read }) {
      const found = entries.get(key)
      if (found && !isForced && found.until > now()) return found.value
      const entry = { value: read(), until: now() + freshness }
      entries.delete(key)
      entries.set(key, entry)
      entry.value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key)
      })
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break
        entries.delete(oldest)
      }
      return entry.value
    },
  }
}
