import { type CaipNetworkId, parseCaipNetworkId } from '@latchkey/core'
import type { RpcPayload } from '../../protocol/messages.js'
import type { FrameClientOptions } from '../frameClient.js'

/** Fills in missing fields. Default: namespace `eip155`, and the app's current chain in that namespace. [S5.12] */
export function toRpcPayload(
  payload: RpcPayload,
  { getChain, getRpcUrl }: Pick<FrameClientOptions, 'getChain' | 'getRpcUrl'>,
): RpcPayload {
  const { method, params, chainNamespace = 'eip155' } = payload
  const active = getChain(chainNamespace)
  const chainId = payload.chainId ?? (active && toChainId(active))
  const rpcUrl = payload.rpcUrl ?? (active && payload.chainId === undefined ? getRpcUrl(active) : undefined)
  return {
    method,
    chainNamespace,
    ...(params !== undefined && { params: toHexValues(params) }),
    ...(chainId !== undefined && { chainId }),
    ...(rpcUrl !== undefined && { rpcUrl }),
  }
}

/** A number on EVM, the CAIP-2 id elsewhere. */
function toChainId(id: CaipNetworkId): number | string {
  const parts = parseCaipNetworkId(id)
  return parts?.namespace === 'eip155' ? Number(parts.reference) : id
}

/** Replaces every BigInt by 0x hex, as JSON-RPC has no BigInt. */
export function toHexValues(value: unknown): unknown {
  if (typeof value === 'bigint') return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`
  if (Array.isArray(value)) return value.map(toHexValues)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, toHexValues(item)]))
}

function isPlainObject(value: unknown): value is { readonly [name: string]: unknown } {
  return Object.prototype.toString.call(value) === '[object Object]'
}
