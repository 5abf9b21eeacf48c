import { base58, base64 } from '@scure/base'
import { type Address, isAddress } from '@solana/kit'
import type { SolanaChain } from '../chain/chain.js'
import { SolanaRpcError } from '../chain/errors.js'

/** A JSON-RPC method with unvalidated positional parameters. Throws `SolanaRpcError`. */
export type Method = (...params: readonly unknown[]) => unknown

export type Methods = Readonly<Record<string, Method>>

/** The configuration parameter of most methods. */
type RpcConfig = Readonly<Record<string, unknown>>

/** Parses a configuration. Throws a node's error, also if it lags behind `minContextSlot`. */
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

/** Parses an account parameter. Throws a node's error. */
export function toAddress(value: unknown): Address {
  if (typeof value === 'string' && isAddress(value)) return value
  throw new SolanaRpcError('Invalid param: Invalid')
}

/** Parses a bytes parameter in base58 or base64. Throws a node's error. */
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

/** Wraps a result with its slot. */
type WithContext<T> = {
  readonly context: { readonly slot: number; readonly apiVersion: string }
  readonly value: T
}

/** The node version that responses are modeled on. */
export const apiVersion: string = '2.3.0'

export function withContext<T>(chain: SolanaChain, value: T): WithContext<T> {
  return { context: { slot: chain.slot(), apiVersion }, value }
}
