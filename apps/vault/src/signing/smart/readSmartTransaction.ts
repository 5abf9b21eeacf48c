import { isRecord } from '@latchkey/core'
import { toHex } from 'viem'
import { parseQuantity } from '../evm/parseQuantity.js'
import { parseTransactionChain, readTransactionFields } from '../evm/transactionFields.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { MethodRequest, Reading } from '../signingRequest.js'
import { parseTerms } from './operation.js'
import { parseCall } from './parseCall.js'
import { readOperation } from './readOperation.js'
import type { SmartCall } from './smartCall.js'

/**
 * eth_sendTransaction of the smart account: `[transaction, terms]`. Its nonce, gas and fees are those of keys, and say nothing
 * here.
 */
export function readSmartTransaction(request: MethodRequest): Reading {
  const [transaction, terms] = request.params as readonly unknown[]
  const call = parseSmartTransaction(transaction, request)
  const { to, value, data } = call
  const asked = [{ from: request.smart.address, to, value: toHex(value), data }]
  return readOperation(request, { asked, calls: [call], terms: parseTerms(terms) })
}

export function parseSmartTransaction(given: unknown, { reference }: MethodRequest): SmartCall {
  if (!isRecord(given)) throw new InvalidRequestError('eth_sendTransaction takes a transaction')
  const { chainId, type, ...fields } = readTransactionFields(given)
  if (type !== undefined && parseQuantity(type, 2n) === null)
    throw new InvalidRequestError('Transactions of this type are not signed by this wallet', { code: 4200 })
  if (chainId !== undefined && parseTransactionChain(chainId) !== Number(reference))
    throw new InvalidRequestError(`chainId is not ${reference}, the network in use`)
  return parseCall(fields, 'The transaction')
}
