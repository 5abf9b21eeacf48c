import { toDecimal } from '@latchkey/core/plugin'
import type { Holdings } from './balance.js'

export type PricedHoldings = Holdings & {
  readonly caipNetworkId: string
  /** US dollars by contract in small letters, or `native`. */
  readonly prices: ReadonlyMap<string, number>
}

export type BalanceReply = { readonly balances: readonly object[]; readonly nfts: readonly object[] }

/** Rows of `/v1/account/{address}/balance` for one chain. Where nothing tells a price it is 0, and there is no value. */
export function toBalanceReply({ caipNetworkId: chainId, balances, nfts, prices }: PricedHoldings): BalanceReply {
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
