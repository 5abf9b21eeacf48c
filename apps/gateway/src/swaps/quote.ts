import { type Address, getAddress, parseAbi } from 'viem'
import { z } from 'zod'
import type { EvmTarget } from '../api/fields.js'
import type { ChainBook, ServedChain } from '../chains/chainBook.js'
import { isNativeToken } from '../chains/config.js'
import { isRevert, readContract } from '../chains/contracts.js'
import type { Node } from '../chains/node.js'
import { GatewayError } from '../errors.js'

export type SwapChain = ServedChain & { readonly swap: NonNullable<ServedChain['swap']> }

/** Returns the chain that all targets are on. Throws 400 if they differ, or the chain is not served or has no market. */
export function findSwapChain(chains: ChainBook, targets: readonly EvmTarget[]): SwapChain {
  const ids = new Set(targets.map(({ caipAddress }) => caipAddress.slice(0, caipAddress.lastIndexOf(':'))))
  const [id = ''] = ids
  if (ids.size !== 1)
    throw new GatewayError('All addresses must be on the same chain.', { status: 400, code: 'DIFFERENT_CHAINS' })
  const { swap, ...chain } = chains.get(id)
  if (swap) return { ...chain, swap }
  throw new GatewayError('Swaps are not available on this chain.', { status: 400, code: 'UNSUPPORTED_CHAIN' })
}

/** The contract of a token in the market, where the native currency is wrapped. */
function toMarketToken({ swap }: SwapChain, { address }: EvmTarget): Address {
  return isNativeToken(address) ? getAddress(swap.wrappedNative) : address
}

const hexQuantity = z.string().regex(/^0x[0-9a-f]{1,64}$/i)

const headBlock = z.object({ number: hexQuantity, timestamp: hexQuantity })

/** Reads the number and time (seconds) of the latest block. */
async function readHead(
  node: Node,
  signal: AbortSignal,
): Promise<{ readonly blockNumber: bigint; readonly blockTime: bigint }> {
  const { success, data } = headBlock.safeParse(
    await node.call({ method: 'eth_getBlockByNumber', params: ['latest', false], signal }),
  )
  if (success) return { blockNumber: BigInt(data.number), blockTime: BigInt(data.timestamp) }
  throw new GatewayError('The node returned no latest block.', { status: 502, code: 'UNAVAILABLE', retryAfter: 5 })
}

/** Of Uniswap's V2Router02. */
const quoteAbi = parseAbi(['function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)'])

export type Swap = {
  readonly from: EvmTarget
  readonly to: EvmTarget
  readonly amount: bigint
  readonly signal: AbortSignal
}

/** The market's best route at a block. Amounts in atomic units; block time in seconds. */
type SwapRoute = {
  readonly path: readonly Address[]
  readonly toAmount: bigint
  readonly blockNumber: bigint
  readonly blockTime: bigint
}

/**
 * Finds the best route through the pools at the latest block: directly, or through the wrapped native currency or the stable
 * token. Undefined without one.
 */
export async function quoteSwap(chain: SwapChain, { from, to, amount, signal }: Swap): Promise<SwapRoute | undefined> {
  const { node, swap } = chain
  const [first, last] = [toMarketToken(chain, from), toMarketToken(chain, to)]
  // wrapping is not a swap: no pool pairs a token with itself
  if (first === last) return undefined
  const head = await readHead(node, signal)
  const quotePath = async (path: readonly Address[]): Promise<SwapRoute | undefined> => {
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
      // no pool, an empty one, or an overflow
      if (isRevert(cause)) return undefined
      throw cause
    }
  }
  const between = [...new Set([swap.wrappedNative, swap.usd])].filter((one) => !isEndpoint(one, first, last))
  const paths = [[first, last], ...between.map((one) => [first, one, last])]
  const routes = (await Promise.all(paths.map(quotePath))).filter((route) => route !== undefined)
  return routes.reduce<SwapRoute | undefined>(
    (best, route) => (best === undefined || route.toAmount > best.toAmount ? route : best),
    undefined,
  )
}

function isEndpoint(token: Address, ...ends: readonly Address[]): boolean {
  return isNativeToken(token) || ends.some((end) => end.toLowerCase() === token.toLowerCase())
}
