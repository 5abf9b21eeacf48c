import { type Address, parseAbi } from 'viem'
import { z } from 'zod'
import { isNativeToken } from '../chains/config.js'
import { isRevert, readContract } from '../chains/contracts.js'
import type { Node } from '../chains/node.js'
import { GatewayError } from '../errors.js'
import { type SwapAddress, type SwapChain, toMarketToken } from './trade.js'

const hexQuantity = z.string().regex(/^0x[0-9a-f]{1,64}$/i)

const headBlock = z.object({ number: hexQuantity, timestamp: hexQuantity })

/** The newest block: its number, and its time in seconds. */
export async function readHead(
  node: Node,
  signal: AbortSignal,
): Promise<{ readonly blockNumber: bigint; readonly blockTime: bigint }> {
  const { success, data } = headBlock.safeParse(
    await node.call({ method: 'eth_getBlockByNumber', params: ['latest', false], signal }),
  )
  if (success) return { blockNumber: BigInt(data.number), blockTime: BigInt(data.timestamp) }
  throw new GatewayError('The node tells no newest block.', { status: 502, code: 'UNAVAILABLE', retryAfter: 5 })
}

/** Of Uniswap's V2Router02. */
const quoteAbi = parseAbi(['function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)'])

export type Swap = {
  readonly from: SwapAddress
  readonly to: SwapAddress
  readonly amount: bigint
  readonly signal: AbortSignal
}

/** What the market gives at a block. Amounts in atomic units; block time in seconds. */
type SwapRoute = {
  readonly path: readonly Address[]
  readonly toAmount: bigint
  readonly blockNumber: bigint
  readonly blockTime: bigint
}

/**
 * The best way through the pools, by their own word at the newest block: directly, or by way of the wrapped native currency or
 * of the stable token. Undefined where there is none.
 */
export async function quoteSwap(chain: SwapChain, { from, to, amount, signal }: Swap): Promise<SwapRoute | undefined> {
  const { node, swap } = chain
  const [first, last] = [toMarketToken(chain, from), toMarketToken(chain, to)]
  // wrapping is no swap: there is no pool of a token with itself
  if (first === last) return undefined
  const head = await readHead(node, signal)
  const ask = async (path: readonly Address[]): Promise<SwapRoute | undefined> => {
    const args = [amount, path] as const
    const read = {
      to: swap.router,
      abi: quoteAbi,
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
  const between = [...new Set([swap.wrappedNative, swap.usd])].filter((one) => !isEndpoint(one, first, last))
  const paths = [[first, last], ...between.map((one) => [first, one, last])]
  const routes = (await Promise.all(paths.map(ask))).filter((route) => route !== undefined)
  return routes.reduce<SwapRoute | undefined>(
    (best, route) => (best === undefined || route.toAmount > best.toAmount ? route : best),
    undefined,
  )
}

function isEndpoint(token: Address, ...ends: readonly Address[]): boolean {
  return isNativeToken(token) || ends.some((end) => end.toLowerCase() === token.toLowerCase())
}
