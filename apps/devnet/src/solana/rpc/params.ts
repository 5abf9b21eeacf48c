import { base58, base64 } from '@scure/base'
import { type Address, isAddress } from '@solana/kit'
import type { SolanaChain } from '../chain/chain.js'
import { SolanaRpcError } from '../chain/errors.js'

/** One JSON-RPC method: takes the positional parameters as they came, throws a `SolanaRpcError`. */
export type Method = (...params: readonly unknown[]) => unknown

export type Methods = Readonly<Record<string, Method>>

/** The last parameter of most methods. */
type RpcConfig = Readonly<Record<string, unknown>>

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

/** Reads a parameter that has to be an account; throws what a node says. */
export function toAddress(value: unknown): Address {
  if (typeof value === 'string' && isAddress(value)) return value
  throw new SolanaRpcError('Invalid param: Invalid')
}

/** Reads a parameter that has to be bytes in one of the two encodings; throws what a node says. */
export function toBytes(value: unknown, encoding: unknown): Uint8Array {
  const codec = encoding === 'base64' ? base64 : encoding === 'base58' ? base58 : undefined
  if (!codec) throw new SolanaRpcError(`unsupported encoding: ${String(encoding)}. Supported encodings: base58, base64`)
  try {
    return codec.decode(String(value))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new SolanaRpcError(`invalid ${String(encoding)} encoding: ${why}`, { cause: error })
  }
}

/** An answer with the slot that it is true for. */
type WithContext<T> = {
  readonly context: { readonly slot: number; readonly apiVersion: string }
  readonly value: T
}

/** The version of the node that the answers are modelled on. */
export const apiVersion: string = '2.3.0'

export function withContext<T>(chain: SolanaChain, value: T): WithContext<T> {
  return { context: { slot: chain.slot(), apiVersion }, value }
}
