import { RpcError } from '@latchkey/core/plugin'

/** The fault of a caller who asked for something that cannot be. */
export function invalidParams(details: string): RpcError {
  return new RpcError(-32602, 'INVALID_PARAMS', { details })
}
