import type { ServedChain } from '../chains/createChainBook.js'
import type { GatewayContext } from '../context.js'
import { toJsonAnswer } from '../http/answer.js'
import { GatewayFault } from '../http/GatewayFault.js'
import { parseInput } from '../http/parseInput.js'
import type { Route } from '../http/route.js'
import { withDeadline } from '../http/withDeadline.js'
import { balanceQuery } from './balanceQuery.js'
import { createCache } from './createCache.js'
import { parseAddress } from './parseAddress.js'
import { readHoldings } from './readHoldings.js'
import { type BalanceReply, toBalanceReply } from './toBalanceReply.js'

/** Milliseconds that an answer is given again, and that a chain is waited for. */
const limits = { freshness: 10_000, patience: 12_000 } as const

/** What an address holds, on one chain or on all of its family, with prices. [S7.12] */
export function createBalanceRoute(context: GatewayContext): Route {
  const cache = createCache<BalanceReply>({ now: context.now, freshness: limits.freshness })
  const read = (chain: ServedChain, address: string): Promise<BalanceReply> =>
    withDeadline({ ended: context.ended, milliseconds: limits.patience }, async (signal) => {
      const holdings = await readHoldings(context, { chain, address, signal })
      const tokens = holdings.balances.flatMap((one) => one.address ?? [])
      const prices = await context.prices.read(chain, { tokens, signal })
      return toBalanceReply({ ...holdings, caipNetworkId: chain.caipNetworkId, prices })
    })
  return {
    method: 'GET',
    path: '/v1/account/{address}/balance',
    async answer({ path: { address = '' }, query }) {
      const { chainId, forceUpdate } = parseInput(balanceQuery, Object.fromEntries(query))
      const family = parseAddress(address)
      const chain = chainId === undefined ? undefined : context.chains.get(chainId)
      if (chain && chain.namespace !== family)
        throw new GatewayFault('That is no address of the chain.', { status: 400, code: 'INVALID_ADDRESS' })
      const asked = chain ? [chain] : context.chains.all.filter(({ namespace }) => namespace === family)
      const account = family === 'eip155' ? address.toLowerCase() : address
      // what is read is for all who ask meanwhile: it goes on without the one who asked first
      const replies = await Promise.all(
        asked.map((one) =>
          cache.get(`${one.caipNetworkId}:${account}`, { isForced: forceUpdate, read: () => read(one, account) }),
        ),
      )
      return toJsonAnswer({
        balances: replies.flatMap(({ balances }) => balances),
        nfts: replies.flatMap(({ nfts }) => nfts),
      })
    },
  }
}
