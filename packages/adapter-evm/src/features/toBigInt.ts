import { RpcError } from '@latchkey/core/plugin'
import { describe } from '../connectors/parseChainId.js'

/** A quantity that a node answered with. Throws `INTERNAL_ERROR`: the node's, not ours. */
export function toBigInt(method: string, reply: unknown): bigint {
  if (typeof reply === 'string' && /^0x[\da-f]{1,64}$/i.test(reply)) return BigInt(reply)
  throw new RpcError(-32603, 'INTERNAL_ERROR', { details: `${method}: ${describe(reply)}` })
}
