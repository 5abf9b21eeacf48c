import { type Address, parseAbi } from 'viem'
import { isRevert } from '../evm/isRevert.js'
import { readContract } from '../evm/readContract.js'
import { isNativeToken } from './nativeToken.js'
import { type Place, type SwapChain, toMarketToken } from './parseTrade.js'
import { readHead } from './readHead.js'

/** Of Uniswap's V2Router02. */
const abi = parseAbi(['function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)'])

export type Swap = { readonly from: Place; readonly to: Place; readonly amount: bigint; readonly signal: AbortSignal }

/** What the market gives at a block. Amounts in atomic units; block time in seconds. */
export type FoundRoute = {
  readonly path: readonly Address[]
  readonly toAmount: bigint
  readonly blockNumber: bigint
  readonly blockTime: bigint
}

/**
 * The best way through the pools, by their own word at the newest block: directly, or by way of the wrapped native currency or
 * of the stable token. Undefined where there is none.
 */
export async function quoteSwap(chain: SwapChain, { from, to, amount, signal }: Swap): Promise<FoundRoute | undefined> {
  const { node, swap } = chain
  const [first, last] = [toMarketToken(chain, from), toMarketToken(chain, to)]
  // wrapping is no swap: there is no pool of a token with itself
  if (first === last) return undefined
  const head = await readHead(node, signal)
  const ask = async (path: readonly Address[]): Promise<FoundRoute | undefined> => {
    const args = [amount, path] as const
    const read = {
      to: swap.router,
      abi,
      functionName: 'getAmountsOut',
      args,
      block: head.blockNumber,
    } as const
    try {
      const toAmount = (await readContract(node, { ...read, signal })).at(-1) ?? 0n
      return toAmount > 0n ? { path, toAmount, ...head } : undefined
    } catch (cause) {
      // no pool, an empty one, or more than it can reckon with
      if (isRevert(cause)) return undefined
      throw cause
    }
  }
  const between = [...new Set([swap.wrappedNative, swap.usd])].filter((one) => !isEnd(one, first, last))
  const paths = [[first, last], ...between.map((one) => [first, one, last])]
  const routes = (await Promise.all(paths.map(ask))).filter((route) => route !== undefined)
  return routes.reduce<FoundRoute | undefined>(
    (best, route) => (best === undefined || route.toAmount > best.toAmount ? route : best),
    undefined,
  )
}

function isEnd(token: Address, ...ends: readonly Address[]): boolean {
  return isNativeToken(token) || ends.some((end) => end.toLowerCase() === token.toLowerCase())
}
