import { isRecord } from '@latchkey/core'
import { toHex } from 'viem'
import type { CallsSummary } from '../../protocol/summary.js'
import { decodeCall, findCallWarnings } from '../evm/decodeCall.js'
import { parseAddress, parseHex, parseQuantity, parseTransactionChain, readTransactionFields } from '../evm/fields.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { MethodRequest, Reading } from '../signingRequest.js'
import { assertCalls, decodeCalls, type Execution, encodeCalls, parseSmartCall, type SmartCall } from './calls.js'
import {
  hashOperation,
  type OperationTerms,
  parseTerms,
  toGasLimit,
  toOperationSigning,
  toUserOperation,
  toWire,
  writeTerms,
} from './operation.js'
import { entryPoint } from './smartAccount.js'

/** Milliseconds after the request, after which an operation is invalid, so that it can't be held back and submitted later. */
const validFor = 3_600_000

type OperationParts = {
  /** The app's request in canonical form. */
  readonly asked: readonly unknown[]
  readonly calls: readonly SmartCall[]
  readonly terms: OperationTerms
  readonly execution?: Execution | undefined
  /** Additional fields of the result, besides the operation and its hash. */
  readonly extra?: ((hash: string) => object) | undefined
  readonly permission?: string | undefined
}

/** Reads an operation of the user's smart account: encodes it again from its calls, and signs only that. */
export function readOperation(
  { method, chain, reference, smart, now }: MethodRequest,
  { asked, calls, terms, execution, extra, permission }: OperationParts,
): Reading {
  assertCalls(calls, smart.address)
  const chainId = Number(reference)
  const operation = toUserOperation(terms, { account: smart, callData: encodeCalls(calls, execution) })
  const hash = hashOperation(operation, chainId)
  const shown = calls.map(({ to, value, data }) => {
    const call = decodeCall(to, data)
    return { to, value: value.toString(), data, call, warnings: findCallWarnings(call, { to, value }) }
  })
  const gas = toGasLimit(terms)
  const summary: CallsSummary = {
    kind: 'calls',
    method,
    chain,
    account: smart.address,
    calls: shown,
    deploys: terms.deploys,
    nonce: terms.nonce.toString(),
    gas: gas.toString(),
    maxFeePerGas: terms.maxFeePerGas.toString(),
    feeLimit: (gas * terms.maxFeePerGas).toString(),
    paymaster: terms.paymaster?.address ?? null,
    ...(permission !== undefined && { permission }),
    warnings: [...new Set(shown.flatMap(({ warnings }) => warnings))],
  }
  const validUntil = Math.floor((now + validFor) / 1_000)
  const { sign, passkey } = toOperationSigning(operation, { account: smart, chainId, validUntil })
  const complete = (signed: typeof operation): object => ({ operation: toWire(signed), hash, ...extra?.(hash) })
  return {
    params: [...asked, writeTerms(terms)],
    summary,
    ...(passkey
      ? { passkey: { ...passkey, finish: (signature) => complete(passkey.finish(signature)) } }
      : { sign: async (keys) => complete(await sign(keys)) }),
  }
}

/** eth_sendTransaction of the smart account: `[transaction, terms]`. Its nonce, gas and fees are for EOAs, and ignored here. */
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
  return parseSmartCall(fields, 'The transaction')
}

const known =
  /^(sender|nonce|factory|factoryData|callData|callGasLimit|verificationGasLimit|preVerificationGas|maxFeePerGas|maxPriorityFeePerGas|paymaster|paymasterData|paymasterVerificationGasLimit|paymasterPostOpGasLimit|signature)$/

/**
 * eth_sendUserOperation: `[operation, entryPoint, terms]`. The app's callData is decoded and encoded again; undecodable callData isn't
 * signed. [ERC-7769]
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

/** Reads the operation's own fields; those that follow from the account are compared and dropped. */
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
