import { parseAddress } from '../evm/parseAddress.js'
import { parseHex } from '../evm/parseHex.js'

/** Types that are no structs and no arrays. [EIP-712] */
export function isElementary(type: string): boolean {
  const [, name, digits] = /^(bool|string|address|bytes|u?int)([1-9]\d{0,2})?$/.exec(type) ?? []
  if (name === 'uint' || name === 'int') {
    const bits = Number(digits ?? 256)
    return bits % 8 === 0 && bits <= 256
  }
  return name === 'bytes' ? digits === undefined || Number(digits) <= 32 : name !== undefined && digits === undefined
}

/** A value of an elementary type in its one form, null for what is none. */
export function parseElementary(type: string, value: unknown): string | boolean | null {
  if (type === 'bool') return typeof value === 'boolean' ? value : null
  if (type === 'string') return typeof value === 'string' ? value : null
  if (type === 'address') return parseAddress(value)
  if (type.startsWith('bytes')) {
    const bytes = parseHex(value)
    const length = type === 'bytes' ? undefined : Number(type.slice('bytes'.length))
    return bytes !== null && (length === undefined || bytes.length === 2 + 2 * length) ? bytes : null
  }
  return parseInteger(type, value)
}

/** Whole numbers come as numbers, decimal texts and hex. */
function parseInteger(type: string, value: unknown): string | null {
  const isText = typeof value === 'string' && value.length <= 80 && /^(-?\d+|0x[0-9a-f]+)$/i.test(value)
  const isCounted = typeof value === 'number' && Number.isSafeInteger(value)
  if (!isText && !isCounted) return null
  const number = BigInt(value)
  const isSigned = type.startsWith('int')
  const bits = BigInt(type.replace(/^u?int/, '') || 256)
  const most = 2n ** (isSigned ? bits - 1n : bits) - 1n
  const least = isSigned ? -most - 1n : 0n
  return number >= least && number <= most ? number.toString() : null
}
