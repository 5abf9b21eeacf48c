import type { EvmContext } from './evmContext.js'
import { invalidParams } from './invalidParams.js'
import { parseHexBytes } from './parseHexBytes.js'
import { parsePersonalSign } from './parsePersonalSign.js'
import { parseTransaction } from './parseTransaction.js'
import { parseTypedData } from './parseTypedData.js'
import { parseBundle, parseBundleId } from './smart/parseBundle.js'
import { parseGrant, parseRevocation } from './smart/parseGrant.js'
import { parseAssetQuery, parseCapabilityQuery } from './smart/parseQuery.js'
import { parseOperationHash, parseUserOperation } from './smart/parseUserOperation.js'

/**
 * The parameters of a request as the frame is given them. Throws `INVALID_PARAMS` before anybody is asked: for another
 * account, another chain, and what is not of the method's form. [EIP-1193] [EIP-1474]
 */
export function parseEvmParams(method: string, params: unknown, context: EvmContext): readonly unknown[] {
  const list = params === undefined || params === null ? [] : params
  if (!Array.isArray(list)) throw invalidParams(`${method}: the parameters are no list.`)
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
    case 'wallet_grantPermissions':
      return parseGrant(list, context)
    case 'wallet_revokePermissions':
      return parseRevocation(list, context)
    default:
      return list
  }
}
