import { isRecord } from '@latchkey/core'
import type { Hex } from 'viem'
import { parseAddress } from '../evm/parseAddress.js'
import { parseHex } from '../evm/parseHex.js'
import { parseQuantity } from '../evm/parseQuantity.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { SmartCall } from './smartCall.js'

const uint256 = 2n ** 256n - 1n
/** Bytes of all that an operation carries: more is in no block. */
export const longestData = 131_072

/** Reads a call of a smart account; `name` is for the message. Throws InvalidRequestError, which names the field. */
export function parseCall(given: unknown, name: string): SmartCall {
  if (!isRecord(given)) throw new InvalidRequestError(`${name} is no call`)
  const { to, value = '0x0', data, input } = given
  const address = parseAddress(to)
  if (address === null)
    throw new InvalidRequestError(`${name} has no address in to: smart accounts create no contracts`)
  const amount = parseQuantity(value ?? '0x0', uint256)
  if (amount === null) throw new InvalidRequestError(`${name} has a value that is no number of its range`)
  return { to: address, value: amount, data: readData(data ?? input ?? '0x', input ?? data, name) }
}

function readData(data: unknown, input: unknown, name: string): Hex {
  const bytes = parseHex(data)
  if (bytes === null) throw new InvalidRequestError(`${name} has data that is not hex of whole bytes`)
  if (input !== undefined && input !== null && parseHex(input) !== bytes)
    throw new InvalidRequestError(`${name} has data and input that differ`)
  if (bytes.length > 2 + 2 * longestData) throw new InvalidRequestError(`${name} has too much data`)
  return bytes
}
