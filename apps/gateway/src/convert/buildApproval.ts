import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import { isRevert } from '../evm/isRevert.js'
import { readContract } from '../evm/readContract.js'
import { GatewayFault } from '../http/GatewayFault.js'
import type { BuiltCall } from './buildSwap.js'
import { estimateCall } from './estimateCall.js'
import type { SwapChain } from './parseTrade.js'

export type BuildApproval = {
  readonly token: Address
  readonly owner: Address
  /** Atomic units. */
  readonly amount: bigint
  readonly signal: AbortSignal
}

/**
 * A call of the token that lets the router take the amount, with its gas. Where the token refuses that as the router may take
 * something already (USDT and others), it takes that back: the approval is asked for again after it. Throws 400 `SWAP_WOULD_FAIL` where the
 * chain would refuse both.
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
    if (!(cause instanceof GatewayFault && cause.code === 'SWAP_WOULD_FAIL')) throw cause
    const read = { to, abi: erc20Abi, functionName: 'allowance', args: [owner, swap.router] } as const
    const allowed = await readContract(node, { ...read, signal }).catch((fault: unknown) => {
      if (isRevert(fault)) return 0n
      throw fault
    })
    if (allowed === 0n) throw cause
    return approve(0n)
  }
}
