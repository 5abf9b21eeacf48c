import type { Address, Hex } from 'viem'
import { InvalidRequestError } from '../InvalidRequestError.js'
import { type MethodRequest, type SigningRequest, toMethodRequest } from '../signingRequest.js'
import { assertCalls, decodeCalls, encodeCalls } from './calls.js'
import { createStubSignature } from './operation.js'
import { parseSmartTransaction, parseUserOperation } from './readOperation.js'
import { parseSendCalls } from './readSendCalls.js'

/** The part of an operation that follows from the account and the request: all that gas estimation needs. */
export type OperationDraft = {
  readonly sender: Address
  readonly callData: Hex
  /** For an account that isn't deployed yet. */
  readonly factory: Address
  readonly factoryData: Hex
  /** A dummy of the right length. */
  readonly signature: Hex
}

/** Drafts an operation. Rejects invalid requests before any node is contacted. Throws InvalidRequestError. */
export function draftOperation(given: SigningRequest): OperationDraft {
  const request = toMethodRequest(given, 'eip155')
  const { address: sender, factory, factoryData } = request.smart
  return { sender, callData: toCallData(request), factory, factoryData, signature: createStubSignature(request.smart) }
}

function toCallData(request: MethodRequest): Hex {
  const { method, params, smart } = request
  const [first, second] = Array.isArray(params) ? (params as readonly unknown[]) : []
  switch (method) {
    case 'eth_sendTransaction': {
      const call = parseSmartTransaction(first, request)
      assertCalls([call], smart.address)
      return encodeCalls([call])
    }
    case 'wallet_sendCalls': {
      const { calls } = parseSendCalls(first, request)
      assertCalls(calls, smart.address)
      return encodeCalls(calls)
    }
    case 'eth_sendUserOperation': {
      const { callData } = parseUserOperation(first, second, request)
      const { calls, execution } = decodeCalls(callData)
      assertCalls(calls, smart.address)
      return encodeCalls(calls, execution)
    }
    default:
      throw new InvalidRequestError('Requested RPC call is not allowed', { code: 4200 })
  }
}
