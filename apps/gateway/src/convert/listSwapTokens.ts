import type { ServedChain } from '../chains/createChainBook.js'
import { nativeToken } from './nativeToken.js'

export type SwapToken = {
  readonly name: string
  readonly symbol: string
  /** CAIP-10. */
  readonly address: string
  readonly decimals: number
  readonly logoUri?: string | undefined
}

/** What can be swapped on a chain: its native currency, and what is listed of it. Nothing where it has no market. */
export function listSwapTokens({
  caipNetworkId,
  nativeCurrency,
  tokens = [],
  swap,
}: ServedChain): readonly SwapToken[] {
  if (!swap) return []
  const { name, symbol, decimals } = nativeCurrency
  const listed = tokens.filter(({ spam }) => spam !== true)
  return [
    { name, symbol, decimals, address: `${caipNetworkId}:${nativeToken}` },
    ...listed.map(({ spam: _, address, ...token }) => ({ ...token, address: `${caipNetworkId}:${address}` })),
  ]
}
