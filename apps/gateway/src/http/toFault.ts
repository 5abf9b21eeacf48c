import { isLatchkeyError } from '@latchkey/core'
import { NodeRefusal } from '../chains/NodeRefusal.js'
import { isDatabaseGone } from '../database/isDatabaseGone.js'
import { GatewayFault } from './GatewayFault.js'

/** What a caller is told of whatever went wrong: nothing of the inside. */
export function toFault(cause: unknown): GatewayFault {
  if (cause instanceof GatewayFault) return cause
  if (isLatchkeyError(cause) && cause.code === 'RPC_CHAIN_MISMATCH')
    return new GatewayFault('The node of this chain serves another chain.', { status: 502, code: 'WRONG_CHAIN', cause })
  const options = { code: 'UNAVAILABLE', retryAfter: 5, cause }
  if (isLatchkeyError(cause) || cause instanceof NodeRefusal)
    return new GatewayFault('A node does not answer now.', { status: 502, ...options })
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return new GatewayFault('A node takes too long.', { ...options, status: 504, code: 'TIMED_OUT' })
  if (isDatabaseGone(cause)) return new GatewayFault('The database does not answer now.', { status: 503, ...options })
  return new GatewayFault('Something broke here.', { status: 500, code: 'SERVER_ERROR', cause })
}
