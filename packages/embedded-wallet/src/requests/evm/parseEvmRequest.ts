import { isRecord } from '@latchkey/core'
import { invalidParams, parseHexBytes } from '../parameters.js'
import type { EvmContext } from './evmContext.js'
import { type Bundle, listRequired, parseBundle, parseBundleId } from './parseBundle.js'
import { parseGrant, parsePermissionRequests, parseRevocation } from './parseGrant.js'
import { parseAssetQuery, parseCapabilityQuery } from './parseQuery.js'
import { parseReply } from './parseReply.js'
import { parsePersonalSign, parseTypedData } from './parseSigning.js'
import { parseTransaction } from './parseTransaction.js'
import { parseOperationHash, parseUserOperation } from './parseUserOperation.js'

export type EvmRequest = {
  /** In the form that the frame gets. */
  readonly params: readonly unknown[]
  /** Names of required capabilities. [EIP-5792] */
  readonly required: readonly string[]
  /** Checks the reply and converts it for the app. Throws `INVALID_WALLET_REPLY`. */
  parseReply(reply: unknown): unknown
}

/** Validates an EVM request, and later its reply. Loaded on first use. */
export function parseEvmRequest(
  { method, params: given }: { readonly method: string; readonly params?: unknown },
  context: EvmContext,
): EvmRequest {
  const params = parseEvmParams(method, given, context)
  return {
    params,
    required: method === 'wallet_sendCalls' ? listRequired(params[0] as Bundle) : [],
    parseReply: (reply) => parseReply(method, reply, params),
  }
}

/**
 * Validates the parameters of a request before the user is asked. Throws `INVALID_PARAMS` for another account, another chain, or
 * malformed parameters. [EIP-1193] [EIP-1474]
 */
export function parseEvmParams(method: string, params: unknown, context: EvmContext): readonly unknown[] {
  // the standard passes the permission to revoke by itself [ERC-7715]
  const isBare = method === 'wallet_revokeExecutionPermission' && isRecord(params)
  const list = isBare ? [params] : (params ?? [])
  if (!Array.isArray(list)) throw invalidParams(`${method}: params must be a list.`)
  switch (method) {
    case 'personal_sign':
      return parsePersonalSign(list, context)
    case 'eth_signTypedData_v4':
      return parseTypedData(list, context)
    case 'eth_sendTransaction':
      return parseTransaction(list, context)
    case 'eth_sendRawTransaction':
      return [parseHexBytes(`${method}: transaction`, list[0])]
    case 'wallet_sendCalls':
      return parseBundle(list, context)
    case 'wallet_getCallsStatus':
      return parseBundleId(list)
    case 'wallet_getCapabilities':
      return parseCapabilityQuery(list, context)
    case 'wallet_getAssets':
      return parseAssetQuery(list, context)
    case 'eth_sendUserOperation':
    case 'eth_estimateUserOperationGas':
      return parseUserOperation(method, list, context)
    case 'eth_getUserOperationReceipt':
    case 'eth_getUserOperationByHash':
      return parseOperationHash(method, list)
    case 'wallet_requestExecutionPermissions':
      return parsePermissionRequests(list, context)
    case 'wallet_grantPermissions':
      return parseGrant(list, context)
    case 'wallet_revokeExecutionPermission':
    case 'wallet_revokePermissions':
      return parseRevocation(method, list, context)
    default:
      return list
  }
}
