import { isLatchkeyError } from '@latchkey/core'
import { isDatabaseUnavailable } from '@latchkey/server-kit/database'

type GatewayErrorOptions = ErrorOptions & {
  readonly status: number
  readonly code: string
  /** Seconds after which the client may retry. */
  readonly retryAfter?: number | undefined
  /** More fields of the response. */
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

/** An error response: an HTTP status, an error code and a message. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly status: number
  readonly code: string
  readonly retryAfter: number | undefined
  readonly details: Readonly<Record<string, unknown>> | undefined
  constructor(message: string, { status, code, retryAfter, details, ...options }: GatewayErrorOptions) {
    super(message, options)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
    this.details = details
  }
}

/** JSON-RPC error of a node whose limit is used up. [EIP-1474] */
export const limitExceeded = -32_005

/** A JSON-RPC error of a node, e.g. a revert with the contract's `data`. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly rpcCode: number
  readonly data: unknown
  constructor(message: string, { rpcCode, data }: { readonly rpcCode: number; readonly data?: unknown }) {
    super(message)
    this.rpcCode = rpcCode
    this.data = data
  }
}

/** Converts any error to a response without internal details. */
export function toGatewayError(cause: unknown): GatewayError {
  if (cause instanceof GatewayError) return cause
  if (isLatchkeyError(cause) && cause.code === 'RPC_CHAIN_MISMATCH')
    return new GatewayError('The node of this chain serves another chain.', { status: 502, code: 'WRONG_CHAIN', cause })
  const options = { code: 'UNAVAILABLE', retryAfter: 5, cause }
  if (isLatchkeyError(cause) || cause instanceof NodeError)
    return new GatewayError('A node is not responding.', { status: 502, ...options })
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return new GatewayError('A node took too long.', { ...options, status: 504, code: 'TIMED_OUT' })
  if (isDatabaseUnavailable(cause))
    return new GatewayError('The database is not responding.', { status: 503, ...options })
  return new GatewayError('Internal error.', { status: 500, code: 'SERVER_ERROR', cause })
}
