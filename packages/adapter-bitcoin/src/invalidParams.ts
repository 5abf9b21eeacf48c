import { RpcError } from '@latchkey/core/plugin'

/** `INVALID_PARAMS` with what exactly is wrong. */
export function invalidParams(details: string, cause?: unknown): RpcError {
  return new RpcError(-32602, 'INVALID_PARAMS', { details, cause })
}
