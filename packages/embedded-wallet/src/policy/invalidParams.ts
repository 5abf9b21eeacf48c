import { RpcError } from '@latchkey/core/plugin'

/** Parameters that the wallet is not asked with. */
export function invalidParams(details: string, cause?: unknown): RpcError {
  return new RpcError(-32602, 'INVALID_PARAMS', { details, cause })
}
