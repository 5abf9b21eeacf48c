import { readField } from '../utils/records.js'
import { toRpcErrorName } from './codes.js'
import { ConnectorFailedError } from './connection.js'
import { AbortedError, isLatchkeyError, type LatchkeyError } from './LatchkeyError.js'
import { getRpcCode, RpcError } from './rpc.js'

/**
 * Converts whatever a wallet, a node or a library threw: a LatchkeyError stays as it is, a known RPC code becomes an
 * {@link RpcError}, and everything else becomes `CONNECTOR_FAILED` with its cause. Never guesses "rejected".
 */
export function toLatchkeyError(thrown: unknown): LatchkeyError {
  if (isLatchkeyError(thrown)) return thrown
  if (isAbort(thrown)) return new AbortedError({ cause: thrown })
  const code = getRpcCode(thrown)
  const name = code === undefined ? null : toRpcErrorName(code)
  const details = toDetails(thrown)
  if (code !== undefined && name) return new RpcError(code, name, { cause: thrown, details })
  return new ConnectorFailedError({ cause: thrown, details })
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && readField(thrown, 'name') === 'AbortError'
}

/** Returns the original message, to help developers. No decision depends on it. */
function toDetails(thrown: unknown): string | undefined {
  const text = typeof thrown === 'object' && thrown !== null ? readField(thrown, 'message') : thrown
  return typeof text === 'string' ? text.slice(0, 500) || undefined : undefined
}
