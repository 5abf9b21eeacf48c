import { isRecord } from '@latchkey/core'
import { parseAddress } from '../evm/parseAddress.js'
import { parseHex } from '../evm/parseHex.js'
import { parseQuantity } from '../evm/parseQuantity.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { MethodRequest, Reading } from '../signingRequest.js'
import { entryPoint } from './contracts.js'
import { decodeCalls } from './encodeCalls.js'
import { parseTerms, writeTerms } from './operation.js'
import { readOperation } from './readOperation.js'

const known =
  /^(sender|nonce|factory|factoryData|callData|callGasLimit|verificationGasLimit|preVerificationGas|maxFeePerGas|maxPriorityFeePerGas|paymaster|paymasterData|paymasterVerificationGasLimit|paymasterPostOpGasLimit|signature)$/

/**
 * eth_sendUserOperation: `[operation, entryPoint, terms]`. What the app's callData does is read from it and written anew; what
 * cannot be read is not signed. [ERC-7769]
 */
export function readUserOperation(request: MethodRequest): Reading {
  const [given, target, terms] = Array.isArray(request.params) ? (request.params as readonly unknown[]) : []
  const { sender, callData, ...fields } = parseUserOperation(given, target, request)
  const { calls, execution } = decodeCalls(callData)
  const read = parseTerms(terms)
  const written = writeTerms(read) as { readonly [name: string]: unknown }
  for (const [name, value] of Object.entries(fields))
    if (!isSame(value, written[name])) throw new InvalidRequestError(`The operation has another ${name} than was asked`)
  return readOperation(request, { asked: [{ sender, callData }, entryPoint], calls, execution, terms: read })
}

type Given = { readonly sender: string; readonly callData: `0x${string}`; readonly [name: string]: unknown }

/** The operation's own fields; what follows from the account is compared and left out. */
export function parseUserOperation(given: unknown, target: unknown, { smart }: MethodRequest): Given {
  if (!isRecord(given)) throw new InvalidRequestError('eth_sendUserOperation takes [operation, entryPoint]')
  if (parseAddress(target) !== entryPoint) throw new InvalidRequestError('This wallet knows entry point 0.7 alone')
  const entries = Object.entries(given).filter(([, value]) => value !== undefined && value !== null)
  const odd = entries.find(([name]) => !known.test(name))
  if (odd) throw new InvalidRequestError(`An operation has no field ${JSON.stringify(odd[0].slice(0, 40))}`)
  const { sender, callData, factory, factoryData, signature: _, ...rest } = Object.fromEntries(entries)
  if (parseAddress(sender) !== smart.address) throw new InvalidRequestError('sender is not the connected account')
  if (factory !== undefined && parseAddress(factory) !== smart.factory)
    throw new InvalidRequestError('factory is not that of this account')
  if (factoryData !== undefined && parseHex(factoryData) !== smart.factoryData)
    throw new InvalidRequestError('factoryData is not that of this account')
  const data = parseHex(callData)
  if (data === null) throw new InvalidRequestError('callData is not hex of whole bytes')
  return { ...rest, sender: smart.address, callData: data }
}

function isSame(given: unknown, written: unknown): boolean {
  const [one, other] = [parseQuantity(given, 2n ** 256n - 1n), parseQuantity(written, 2n ** 256n - 1n)]
  if (one !== null && one === other) return true
  return typeof given === 'string' && typeof written === 'string' && given.toLowerCase() === written.toLowerCase()
}
