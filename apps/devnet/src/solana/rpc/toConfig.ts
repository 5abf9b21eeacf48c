import type { SolanaChain } from '../chain/createSolanaChain.js'
import { SolanaRpcError } from '../SolanaRpcError.js'

/** The last parameter of most methods. */
export type RpcConfig = Readonly<Record<string, unknown>>

/** Reads a configuration; throws what a node says, also when it lags behind the slot that the client has seen. */
export function toConfig(chain: SolanaChain, value: unknown): RpcConfig {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw new SolanaRpcError('Invalid params: invalid type, expected a configuration')
  const config = value as RpcConfig
  const seen = config['minContextSlot']
  if (typeof seen === 'number' && seen > chain.slot())
    throw new SolanaRpcError('Minimum context slot has not been reached', {
      code: -32_016,
      data: { contextSlot: chain.slot() },
    })
  return config
}
