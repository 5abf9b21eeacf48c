import { RpcError } from '@latchkey/core/plugin'

/** Parameters that the wallet is not asked with. */
export function invalidParams(details: string): RpcError {
  return new RpcError(-32602, 'INVALID_PARAMS', { details })
}
