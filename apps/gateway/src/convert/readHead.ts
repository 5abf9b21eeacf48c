import { z } from 'zod'
import type { Node } from '../chains/createNode.js'
import { GatewayFault } from '../http/GatewayFault.js'

const quantity = z.string().regex(/^0x[0-9a-f]{1,64}$/i)
const block = z.object({ number: quantity, timestamp: quantity })

/** The newest block: its number, and its time in seconds. */
export async function readHead(
  node: Node,
  signal: AbortSignal,
): Promise<{ readonly blockNumber: bigint; readonly blockTime: bigint }> {
  const { success, data } = block.safeParse(
    await node.call({ method: 'eth_getBlockByNumber', params: ['latest', false], signal }),
  )
  if (success) return { blockNumber: BigInt(data.number), blockTime: BigInt(data.timestamp) }
  throw new GatewayFault('The node tells no newest block.', { status: 502, code: 'UNAVAILABLE', retryAfter: 5 })
}
