import type { Holdings, TokenBalance } from '../../api/blockchain/types.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { toFixedDecimals } from '../../utils/toFixedDecimals.js'
import type { Portfolio } from './state.js'

/** USD that nobody has: a forged price, which would hide all that is real. */
const mostValue = 1e15

/**
 * What is shown of an answer: of the network that was asked for, without low-quality natives [S9.7], summed up [S9.8]. Native currency
 * with other decimals than the app's network has is none: they decide what an amount means.
 */
export function toPortfolio(
  { balances, nfts }: Holdings,
  {
    caipNetworkId,
    nativeDecimals,
  }: { readonly caipNetworkId: CaipNetworkId; readonly nativeDecimals: number | undefined },
): Portfolio {
  const isShown = ({ address, decimals }: TokenBalance): boolean =>
    address !== undefined || (decimals > 0 && decimals === (nativeDecimals ?? decimals))
  const tokens = balances
    .filter((token) => token.caipNetworkId === caipNetworkId && isShown(token))
    .toSorted((a, b) => toRank(b) - toRank(a))
  const total = tokens.reduce((sum, token) => sum + toValue(token), 0)
  return {
    tokens,
    nfts: nfts.filter((nft) => nft.caipNetworkId === caipNetworkId),
    // more decimals first, or 0.30 of 0.1 + 0.2 would lose a cent
    total: toFixedDecimals(total.toFixed(6), 2),
  }
}

function toRank(token: TokenBalance): number {
  return token.address === undefined ? Number.POSITIVE_INFINITY : toValue(token)
}

function toValue({ value, price = 0, quantity }: TokenBalance): number {
  const worth = value ?? price * Number(quantity.numeric)
  return worth < mostValue ? worth : 0
}
