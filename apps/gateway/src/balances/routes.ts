import { toDecimal } from '@latchkey/core/plugin'
import { z } from 'zod'
import { parseAddress } from '../chains/address.js'
import type { ServedChain } from '../chains/chainBook.js'
import type { GatewayContext } from '../context.js'
import { GatewayError } from '../errors.js'
import { parseInput, type Route, toJsonResponse } from '../http/route.js'
import { withDeadline } from '../http/upstream.js'
import { readEvmHoldings, readSeenTokens } from './evm.js'
import { type Holdings, type HoldingsRequest, readBitcoinHoldings, readSolanaHoldings } from './holdings.js'

type BalanceQuery = { readonly chainId?: string | undefined; readonly forceUpdate: boolean }

/** Query of `/v1/account/{address}/balance`; fields that are not known pass. */
const balanceQuery: z.ZodType<BalanceQuery> = z.object({
  currency: z.literal('usd').optional(),
  chainId: z.string().optional(),
  // any word but these: the modal sends `true`, others the time of their clock
  forceUpdate: z
    .string()
    .optional()
    .transform((text) => text !== undefined && !['', '0', 'false', 'undefined'].includes(text)),
})

type Cache<value> = {
  /** What was read a short time ago, or is being read; else what `read` gives. Faults are not kept. */
  readonly get: (
    key: string,
    request: { readonly isForced: boolean; readonly read: () => Promise<value> },
  ) => Promise<value>
}

/** Answers that are kept; the oldest go first. */
const maxEntries = 1_000

/** Answers for a short time, `freshness` in milliseconds; each is read once for all who ask meanwhile. */
function createCache<value>({
  now,
  freshness,
}: {
  readonly now: () => number
  readonly freshness: number
}): Cache<value> {
  const kept = new Map<string, { readonly answer: Promise<value>; readonly until: number }>()
  return {
    get(key, { isForced, read }) {
      const found = kept.get(key)
      if (found && !isForced && found.until > now()) return found.answer
      const entry = { answer: read(), until: now() + freshness }
      kept.delete(key)
      kept.set(key, entry)
      entry.answer.catch(() => {
        if (kept.get(key) === entry) kept.delete(key)
      })
      for (const oldest of kept.keys()) {
        if (kept.size <= maxEntries) break
        kept.delete(oldest)
      }
      return entry.answer
    },
  }
}

/** What an address holds on a chain of its family. Throws as the node does. */
async function readHoldings(
  context: GatewayContext,
  { chain, address, signal }: HoldingsRequest & { readonly chain: ServedChain },
): Promise<Holdings> {
  if (chain.namespace === 'solana') return readSolanaHoldings(chain, { address, signal })
  if (chain.namespace === 'bip122') return readBitcoinHoldings(context, { chain, address, signal })
  const seen = await readSeenTokens(context, { chain, address })
  return readEvmHoldings(chain, { address, seen, signal })
}

type PricedHoldings = Holdings & {
  readonly caipNetworkId: string
  /** US dollars by contract in small letters, or `native`. */
  readonly prices: ReadonlyMap<string, number>
}

type BalanceResponse = { readonly balances: readonly object[]; readonly nfts: readonly object[] }

/** Rows of `/v1/account/{address}/balance` for one chain. Where nothing tells a price it is 0, and there is no value. */
function toBalanceResponse({ caipNetworkId: chainId, balances, nfts, prices }: PricedHoldings): BalanceResponse {
  return {
    balances: balances.map(({ name, symbol, decimals, address, iconUrl, amount }) => {
      const numeric = toDecimal(amount, decimals)
      const price = prices.get(address?.toLowerCase() ?? 'native')
      return {
        name,
        symbol,
        chainId,
        ...(address !== undefined && { address: `${chainId}:${address}` }),
        ...(price !== undefined && { value: price * Number(numeric) }),
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

/** Milliseconds that an answer is given again, and that a chain is waited for. */
const limits = { freshness: 10_000, patience: 12_000 } as const

/** What an address holds, on one chain or on all of its family, with prices. [S7.12] */
export function createBalanceRoute(context: GatewayContext): Route {
  const cache = createCache<BalanceResponse>({ now: context.now, freshness: limits.freshness })
  const read = (chain: ServedChain, address: string): Promise<BalanceResponse> =>
    withDeadline({ ended: context.ended, milliseconds: limits.patience }, async (signal) => {
      const holdings = await readHoldings(context, { chain, address, signal })
      const tokens = holdings.balances.flatMap((one) => one.address ?? [])
      const prices = await context.prices.read(chain, { tokens, signal })
      return toBalanceResponse({ ...holdings, caipNetworkId: chain.caipNetworkId, prices })
    })
  return {
    method: 'GET',
    path: '/v1/account/{address}/balance',
    async answer({ path: { address = '' }, query }) {
      const { chainId, forceUpdate } = parseInput(balanceQuery, Object.fromEntries(query))
      const family = parseAddress(address)
      const chain = chainId === undefined ? undefined : context.chains.get(chainId)
      if (chain && chain.namespace !== family)
        throw new GatewayError('That is no address of the chain.', { status: 400, code: 'INVALID_ADDRESS' })
      const asked = chain ? [chain] : context.chains.all.filter(({ namespace }) => namespace === family)
      const account = family === 'eip155' ? address.toLowerCase() : address
      // what is read is for all who ask meanwhile: it goes on without the one who asked first
      const replies = await Promise.all(
        asked.map((one) =>
          cache.get(`${one.caipNetworkId}:${account}`, { isForced: forceUpdate, read: () => read(one, account) }),
        ),
      )
      return toJsonResponse({
        balances: replies.flatMap(({ balances }) => balances),
        nfts: replies.flatMap(({ nfts }) => nfts),
      })
    },
  }
}
