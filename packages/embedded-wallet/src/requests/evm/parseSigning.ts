import { isRecord } from '@latchkey/core'
import { invalidParams, parseHexBytes } from '../parameters.js'
import { type EvmContext, findOwn, parseOwn, parseOwnChain } from './evmContext.js'

/**
 * Parses `[message, address]` of `personal_sign` to hex and the wallet's own address. Also accepts the reverse order of apps
 * written for `eth_sign`. If both could be the address, the standard order applies.
 */
export function parsePersonalSign(params: readonly unknown[], context: EvmContext): readonly [string, string] {
  const [first, second] = params
  const isSwapped = findOwn(second, context) === undefined && findOwn(first, context) !== undefined
  const [message, account] = isSwapped ? [second, first] : [first, second]
  const address = parseOwn('personal_sign: address', account, context)
  if (typeof message !== 'string') throw invalidParams('personal_sign: the message must be text or 0x hex.')
  return [/^0x[\da-f]*$/i.test(message) ? parseHexBytes('personal_sign: message', message) : toHex(message), address]
}

function toHex(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Parses `[address, typedData]` of `eth_signTypedData_v4` (EIP-712), with the data as JSON text. Checks the account, the chain
 * and the overall shape. The vault checks values against types when it displays and signs them.
 */
export function parseTypedData(params: readonly unknown[], context: EvmContext): readonly [string, string] {
  const address = parseOwn('eth_signTypedData_v4: address', params[0], context)
  const typedData = parseTypedDataValue(params[1])
  const { types, primaryType, domain, message } = typedData
  if (!isRecord(types) || typeof primaryType !== 'string' || !isRecord(message) || !isRecord(domain ?? {}))
    throw invalidParams('eth_signTypedData_v4: types, domain, primaryType and message are required.')
  if (!Object.hasOwn(types, primaryType))
    throw invalidParams(`eth_signTypedData_v4: primaryType is not one of the types.`)
  const chainId = isRecord(domain) ? domain['chainId'] : undefined
  if (chainId !== undefined && chainId !== null) parseOwnChain('eth_signTypedData_v4: domain.chainId', chainId, context)
  return [address, toText(typedData)]
}

function parseTypedDataValue(value: unknown): Record<string, unknown> {
  const data = typeof value === 'string' ? parseJson(value) : value
  if (isRecord(data)) return data
  throw invalidParams('eth_signTypedData_v4: the typed data must be an object, or JSON of one.')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // reported by the caller
  }
}

/** Throws `INVALID_PARAMS` for circular data. */
function toText(data: object): string {
  try {
    return JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  } catch (cause) {
    throw invalidParams('eth_signTypedData_v4: the typed data is circular.', cause)
  }
}
