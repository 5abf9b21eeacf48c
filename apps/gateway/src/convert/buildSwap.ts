import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { isNativeToken } from './nativeToken.js'
import { type Place, type SwapChain } from './parseTrade.js'
import { quoteSwap, type Swap } from './quoteSwap.js'

/** Of Uniswap's V2Router02. */
const abi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[] amounts)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
])

export type BuildSwap = Swap & {
  readonly user: Place
  /** Hundredths of a per cent that may be lost between now and the block that it gets into. */
  readonly slippage: bigint
  /** The least that it has to give, atomic units. */
  readonly minimum?: bigint | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

export type BuiltCall = { readonly to: Address; readonly data: Hex; readonly value: bigint }

/** Seconds in which a swap has to get into a block. */
const validity = 1_200n

/**
 * A call of the router that swaps as the newest block promises, less the slippage, and gives to whom asks. Undefined where there
 * is no way through the pools.
 */
export async function buildSwap(chain: SwapChain, options: BuildSwap): Promise<BuiltCall | undefined> {
  const { from, to, amount, user, slippage, minimum = 0n, now } = options
  const route = await quoteSwap(chain, options)
  if (!route) return undefined
  const { path, toAmount, blockTime } = route
  const bySlippage = (toAmount * (10_000n - slippage)) / 10_000n
  const least = bySlippage > minimum ? bySlippage : minimum
  // the clock of a chain may be before ours or behind it
  const seconds = BigInt(Math.floor(now / 1_000))
  const deadline = (blockTime > seconds ? blockTime : seconds) + validity
  const end = [path, user.address, deadline] as const
  const encode = (): Hex => {
    if (isNativeToken(from.address))
      return encodeFunctionData({ abi, functionName: 'swapExactETHForTokens', args: [least, ...end] })
    const functionName = isNativeToken(to.address) ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
    return encodeFunctionData({ abi, functionName, args: [amount, least, ...end] })
  }
  return { to: chain.swap.router, data: encode(), value: isNativeToken(from.address) ? amount : 0n }
}
