import { isRecord } from '@latchkey/core'
import { type EvmContext, parseOwn, parseOwnChain } from './evmContext.js'
import { invalidParams } from './invalidParams.js'
import { parseHexBytes } from './parseHexBytes.js'
import { parsePersonalSign } from './parsePersonalSign.js'
import { parseTransaction } from './parseTransaction.js'
import { parseTypedData } from './parseTypedData.js'

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
    default:
      return list
  }
}

/** `[bundle]` of `wallet_sendCalls` (EIP-5792). What its calls do is shown and checked by who signs them. */
function parseBundle(params: readonly unknown[], context: EvmContext): readonly unknown[] {
  const [bundle] = params
  if (!isRecord(bundle) || !Array.isArray(bundle['calls']) || bundle['calls'].length === 0)
    throw invalidParams('wallet_sendCalls: there are no calls.')
  const { from, chainId } = bundle
  const address = from === undefined ? context.address : parseOwn('wallet_sendCalls: from', from, context)
  return [{ ...bundle, from: address, chainId: parseOwnChain('wallet_sendCalls: chainId', chainId, context) }]
}
