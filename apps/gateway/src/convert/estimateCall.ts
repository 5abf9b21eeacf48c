import { type Address, toHex } from 'viem'
import { z } from 'zod'
import { NodeRefusal } from '../chains/NodeRefusal.js'
import { GatewayFault } from '../http/GatewayFault.js'
import type { BuiltCall } from './buildSwap.js'
import type { SwapChain } from './parseTrade.js'

const quantity = z.string().regex(/^0x[0-9a-f]{1,64}$/i)

/** Gas of a call with a fifth to spare, as pools move. Throws 400 `SWAP_WOULD_FAIL` where the chain would refuse it now. */
export async function estimateCall(
  { node }: SwapChain,
  { from, call, signal }: { readonly from: Address; readonly call: BuiltCall; readonly signal: AbortSignal },
): Promise<bigint> {
  const { to, data, value } = call
  const params = [{ from, to, data, value: toHex(value) }]
  const gas = await node.call({ method: 'eth_estimateGas', params, signal }).catch((cause: unknown) => {
    if (!(cause instanceof NodeRefusal)) throw cause
    const message = 'The chain would refuse that now: too little balance or allowance, or the price moves.'
    throw new GatewayFault(message, { status: 400, code: 'SWAP_WOULD_FAIL', cause })
  })
  const { success, data: text } = quantity.safeParse(gas)
  if (success) return (BigInt(text) * 6n) / 5n
  throw new GatewayFault('The node tells no gas.', { status: 502, code: 'UNAVAILABLE', retryAfter: 5 })
}
