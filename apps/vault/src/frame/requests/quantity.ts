import { FrameRefusal } from '../FrameRefusal.js'

/** A number of JSON-RPC: hex with 0x. */
export function toQuantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value)) return BigInt(value)
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  throw new FrameRefusal('The network answers what cannot be read.', { code: -32603 })
}

export function toHexQuantity(value: bigint): string {
  return `0x${value.toString(16)}`
}
