import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, toHex } from 'viem'
import { z } from 'zod'
import type { EvmTarget } from '../api/fields.js'
import { isNativeToken } from '../chains/config.js'
import { isRevert, readContract } from '../chains/contracts.js'
import { GatewayError, NodeError } from '../errors.js'
import { quoteSwap, type Swap, type SwapChain } from './quote.js'

/** Of Uniswap's V2Router02. */
const swapAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[] amounts)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
])

type BuildSwap = Swap & {
  readonly user: EvmTarget
  /** Hundredths of a percent that may be lost until the swap is mined. */
  readonly slippage: bigint
  /** The least to receive, in atomic units. */
  readonly minimum?: bigint | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

type BuiltCall = { readonly to: Address; readonly data: Hex; readonly value: bigint }

/** Seconds until a swap expires. */
const swapLifetime = 1_200n

/**
 * Builds a call of the router that swaps at the latest quote less the slippage, and pays the user. Undefined without a route
 * through the pools.
 */
export async function buildSwap(chain: SwapChain, options: BuildSwap): Promise<BuiltCall | undefined> {
  const { from, to, amount, user, slippage, minimum = 0n, now } = options
  const route = await quoteSwap(chain, options)
  if (!route) return undefined
  const { path, toAmount, blockTime } = route
  const bySlippage = (toAmount * (10_000n - slippage)) / 10_000n
  const least = bySlippage > minimum ? bySlippage : minimum
  // a chain's clock may be ahead of ours or behind
  const seconds = BigInt(Math.floor(now / 1_000))
  const deadline = (blockTime > seconds ? blockTime : seconds) + swapLifetime
  const end = [path, user.address, deadline] as const
  const encode = (): Hex => {
    if (isNativeToken(from.address))
      return encodeFunctionData({ abi: swapAbi, functionName: 'swapExactETHForTokens', args: [least, ...end] })
    const functionName = isNativeToken(to.address) ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
    return encodeFunctionData({ abi: swapAbi, functionName, args: [amount, least, ...end] })
  }
  return { to: chain.swap.router, data: encode(), value: isNativeToken(from.address) ? amount : 0n }
}

type BuildApproval = {
  readonly token: Address
  readonly owner: Address
  /** Atomic units. */
  readonly amount: bigint
  readonly signal: AbortSignal
}

/**
 * Builds an approval of the amount for the router, with its gas. If the token refuses because of an existing allowance (USDT and
 * others), builds its reset to zero instead; the client asks again afterwards. Throws 400 `SWAP_WOULD_FAIL` if both would revert.
 */
export async function buildApproval(
  chain: SwapChain,
  { token: to, owner, amount, signal }: BuildApproval,
): Promise<{ readonly call: BuiltCall; readonly gas: bigint }> {
  const { node, swap } = chain
  const approve = async (value: bigint): ReturnType<typeof buildApproval> => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [swap.router, value] })
    const call = { to, data, value: 0n }
    return { call, gas: await estimateCall(chain, { from: owner, call, signal }) }
  }
  try {
    return await approve(amount)
  } catch (cause) {
    if (!(cause instanceof GatewayError && cause.code === 'SWAP_WOULD_FAIL')) throw cause
    const read = { to, abi: erc20Abi, functionName: 'allowance', args: [owner, swap.router] } as const
    const allowed = await readContract(node, { ...read, signal }).catch((error: unknown) => {
      if (isRevert(error)) return 0n
      throw error
    })
    if (allowed === 0n) throw cause
    return approve(0n)
  }
}

/** Messages of nodes if the account can't pay for a call, for which there is no error code. */
const fundsMessage = /insufficient|exceeds (allowance|account balance)/i

/** Whether a call would fail on the chain, rather than that the node failed to estimate it. */
function wouldFail(cause: unknown): boolean {
  return isRevert(cause) || (cause instanceof NodeError && fundsMessage.test(cause.message))
}

const quantity = z.string().regex(/^0x[0-9a-f]{1,64}$/i)

/** Estimates the gas of a call, plus a fifth because pools move. Throws 400 `SWAP_WOULD_FAIL` if it would revert now, or as the node does. */
export async function estimateCall(
  { node }: SwapChain,
  { from, call, signal }: { readonly from: Address; readonly call: BuiltCall; readonly signal: AbortSignal },
): Promise<bigint> {
  const { to, data, value } = call
  const params = [{ from, to, data, value: toHex(value) }]
  const gas = await node.call({ method: 'eth_estimateGas', params, signal }).catch((cause: unknown) => {
    if (!wouldFail(cause)) throw cause
    const message = 'The transaction would fail: the balance or allowance is too low, or the price moved.'
    throw new GatewayError(message, { status: 400, code: 'SWAP_WOULD_FAIL', cause })
  })
  const { success, data: text } = quantity.safeParse(gas)
  if (success) return (BigInt(text) * 6n) / 5n
  throw new GatewayError('The node returned no gas estimate.', { status: 502, code: 'UNAVAILABLE', retryAfter: 5 })
}
