import { createRpcError, type ProviderRpcError } from '../errors/createRpcError.js'

/** The user said no: 4001 (EIP-1193), or 5000 (CAIP-25). */
export function rejected(code = 4_001): ProviderRpcError {
  return createRpcError(code, code === 5_000 ? 'User rejected.' : 'User rejected the request.')
}
