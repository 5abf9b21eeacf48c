import { isRecord } from '@latchkey/core'
import {
  type Address,
  concat,
  decodeFunctionData,
  encodeFunctionData,
  encodePacked,
  type Hex,
  hexToBigInt,
  parseAbi,
  size,
  slice,
} from 'viem'
import { assertSafeCall } from '../evm/assertSafeCall.js'
import { parseAddress, parseHex, parseQuantity } from '../evm/fields.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import { entryPoint, multiSend, safeModule } from './smartAccount.js'

/** A call of a smart account. */
export type SmartCall = { readonly to: Address; readonly value: bigint; readonly data: Hex }

const uint256 = 2n ** 256n - 1n

/** Max bytes of calldata: no block takes more. */
export const maxDataSize = 131_072

/** Parses a call of a smart account; `name` is for the message. Throws InvalidRequestError, which names the field. */
export function parseSmartCall(given: unknown, name: string): SmartCall {
  if (!isRecord(given)) throw new InvalidRequestError(`${name} is not a call`)
  const { to, value = '0x0', data, input } = given
  if (to === undefined || to === null)
    throw new InvalidRequestError(
      `${name} has no to: a smart account can’t deploy a contract. Use the key, or a factory`,
      {
        code: 4200,
      },
    )
  const address = parseAddress(to)
  if (address === null) throw new InvalidRequestError(`${name} has no address in to`)
  const amount = parseQuantity(value ?? '0x0', uint256)
  if (amount === null) throw new InvalidRequestError(`${name} has a value that is out of range`)
  return { to: address, value: amount, data: readData(data ?? input ?? '0x', input ?? data, name) }
}

function readData(data: unknown, input: unknown, name: string): Hex {
  const bytes = parseHex(data)
  if (bytes === null) throw new InvalidRequestError(`${name} has data that is not hex of whole bytes`)
  if (input !== undefined && input !== null && parseHex(input) !== bytes)
    throw new InvalidRequestError(`${name} has data and input that differ`)
  if (bytes.length > 2 + 2 * maxDataSize) throw new InvalidRequestError(`${name} has too much data`)
  return bytes
}

/**
 * Throws if a call would change the control of the account: owners, modules, guards and the fallback handler change through the account's
 * own functions, so it must call none of them. [security.md §3.2]
 */
export function assertCalls(calls: readonly SmartCall[], account: string): void {
  for (const { to, data } of calls) {
    const isSelf = to === account || to === safeModule
    if (isSelf && data !== '0x')
      throw new InvalidRequestError('Changes of owners, modules or guards are not signed by this wallet', {
        code: 4200,
      })
    // deposits, stakes and nonces of the entry point are the bundler's business
    if (to === entryPoint)
      throw new InvalidRequestError('Calls of the entry point are not signed by this wallet', { code: 4200 })
    assertSafeCall(data)
  }
}

const abi = parseAbi([
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
  'function multiSend(bytes transactions)',
])

/** The module's functions for executing calls: they differ in how a failure is reported. */
export type Execution = 'executeUserOp' | 'executeUserOpWithErrorString'

/** Encodes the account's calldata: one call as it is, several as an atomic batch. */
export function encodeCalls(
  calls: readonly SmartCall[],
  functionName: Execution = 'executeUserOpWithErrorString',
): Hex {
  const [first] = calls
  if (!first) throw new InvalidRequestError('There are no calls')
  if (calls.length === 1) return encodeFunctionData({ abi, functionName, args: [first.to, first.value, first.data, 0] })
  return encodeFunctionData({ abi, functionName, args: [multiSend, 0n, encodeBatch(calls), 1] })
}

/** Encodes calls for the batch contract, to which the account delegates them. */
export function encodeBatch(calls: readonly SmartCall[]): Hex {
  const transactions = calls.map(({ to, value, data }) =>
    encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, to, value, BigInt(size(data)), data]),
  )
  return encodeFunctionData({ abi, functionName: 'multiSend', args: [concat(transactions)] })
}

/** Decodes calldata to its calls. Throws if it is anything else, or encoded differently: encoding it again must give the same bytes. */
export function decodeCalls(data: Hex): { readonly calls: readonly SmartCall[]; readonly execution: Execution } {
  const { functionName, args } = decode(data)
  if (functionName === 'multiSend') throw new InvalidRequestError(unreadable, { code: 4200 })
  const [to, value, inner, operation] = args
  const isBatch = operation === 1 && to === multiSend && value === 0n
  if (operation !== 0 && !isBatch)
    throw new InvalidRequestError('Delegate calls of a smart account are not signed by this wallet', { code: 4200 })
  const calls = isBatch ? decodeBatch(inner) : [{ to, value, data: inner }]
  if (encodeCalls(calls, functionName) !== data.toLowerCase()) throw new InvalidRequestError(unreadable, { code: 4200 })
  return { calls, execution: functionName }
}

const unreadable = 'This wallet cannot decode callData, and does not sign calls that it cannot decode'

function decode(data: Hex): ReturnType<typeof decodeFunctionData<typeof abi>> {
  try {
    return decodeFunctionData({ abi, data })
  } catch (cause) {
    throw new InvalidRequestError(unreadable, { code: 4200, cause })
  }
}

/** Each call packed: a type byte, address, value, length and data. */
function decodeBatch(inner: Hex): readonly SmartCall[] {
  const { functionName, args } = decode(inner)
  if (functionName !== 'multiSend') throw new InvalidRequestError(unreadable, { code: 4200 })
  const calls: SmartCall[] = []
  let rest = args[0]
  while (size(rest) >= 85 && calls.length < 1_000) {
    const length = Number(hexToBigInt(slice(rest, 53, 85)))
    if (slice(rest, 0, 1) !== '0x00' || length > size(rest) - 85)
      throw new InvalidRequestError('Delegate calls of a smart account are not signed by this wallet', { code: 4200 })
    const data = length === 0 ? '0x' : slice(rest, 85, 85 + length)
    calls.push(parseSmartCall({ to: slice(rest, 1, 21), value: toQuantity(slice(rest, 21, 53)), data }, 'A call'))
    rest = size(rest) === 85 + length ? '0x' : slice(rest, 85 + length)
  }
  return calls
}

function toQuantity(word: Hex): Hex {
  return `0x${hexToBigInt(word).toString(16)}`
}
