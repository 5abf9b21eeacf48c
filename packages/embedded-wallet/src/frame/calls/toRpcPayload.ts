import { type CaipNetworkId, parseCaipNetworkId } from '@latchkey/core'
import type { RpcPayload } from '../../protocol/values.js'
import type { FrameClientOptions } from '../frameClientOptions.js'
import { toHexValues } from './toHexValues.js'

/** Fills in what the app left out: the chain family is EVM, the chain is the one that the app is on there. [S5.12] */
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
