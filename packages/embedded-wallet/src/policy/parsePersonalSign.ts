import { type EvmContext, findOwn, parseOwn } from './evmContext.js'
import { invalidParams } from './invalidParams.js'
import { parseHexBytes } from './parseHexBytes.js'

/**
 * `[message, address]` of `personal_sign`, as hex and the wallet's own address. Taken the other way round too, as
 * apps that were written for `eth_sign` send it; where both could be the account, the standard's order holds.
 */
export function parsePersonalSign(params: readonly unknown[], context: EvmContext): readonly [string, string] {
  const [first, second] = params
  const isSwapped = findOwn(second, context) === undefined && findOwn(first, context) !== undefined
  const [message, account] = isSwapped ? [second, first] : [first, second]
  const address = parseOwn('personal_sign: address', account, context)
  if (typeof message !== 'string') throw invalidParams('personal_sign: the message is no text and no 0x hex.')
  return [/^0x[\da-f]*$/i.test(message) ? parseHexBytes('personal_sign: message', message) : toHex(message), address]
}

function toHex(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
