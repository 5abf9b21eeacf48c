import {
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
import { InvalidRequestError } from '../InvalidRequestError.js'
import { multiSend } from './contracts.js'
import { parseCall } from './parseCall.js'
import type { SmartCall } from './smartCall.js'

const abi = parseAbi([
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
  'function multiSend(bytes transactions)',
])

/** The forms in which the account is told to do something: they differ in what is known of a failure. */
export type Execution = 'executeUserOp' | 'executeUserOpWithErrorString'

/** What the account is told to do: one call as it is, several as one, all or none. */
export function encodeCalls(
  calls: readonly SmartCall[],
  functionName: Execution = 'executeUserOpWithErrorString',
): Hex {
  const [first] = calls
  if (!first) throw new InvalidRequestError('There are no calls')
  if (calls.length === 1) return encodeFunctionData({ abi, functionName, args: [first.to, first.value, first.data, 0] })
  const transactions = calls.map(({ to, value, data }) =>
    encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, to, value, BigInt(size(data)), data]),
  )
  const batch = encodeFunctionData({ abi, functionName: 'multiSend', args: [concat(transactions)] })
  return encodeFunctionData({ abi, functionName, args: [multiSend, 0n, batch, 1] })
}

/**
 * The calls that such data is made of. Throws where it is anything else, or says it in another way than we do: written again it
 * has to be the same to the letter.
 */
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

const unreadable = 'callData is none that this wallet can read, and what it cannot read it does not sign'

function decode(data: Hex): ReturnType<typeof decodeFunctionData<typeof abi>> {
  try {
    return decodeFunctionData({ abi, data })
  } catch (cause) {
    throw new InvalidRequestError(unreadable, { code: 4200, cause })
  }
}

/** A kind of call in one byte, address, value, length and data, one after the other. */
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
    calls.push(parseCall({ to: slice(rest, 1, 21), value: toQuantity(slice(rest, 21, 53)), data }, 'A call'))
    rest = size(rest) === 85 + length ? '0x' : slice(rest, 85 + length)
  }
  return calls
}

function toQuantity(word: Hex): Hex {
  return `0x${hexToBigInt(word).toString(16)}`
}
