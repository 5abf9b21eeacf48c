import { createRpcError } from '../errors/createRpcError.js'

/** A chain id as EIP-3085 writes it: `0x`, hexadecimal, no leading zeros. Else -32602. */
export function parseChainId(value: unknown): number {
  const id = typeof value === 'string' && /^0x[1-9a-f][0-9a-f]*$/i.test(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(id)) throw createRpcError(-32_602, `Expected a 0x-prefixed chain id, got ${String(value)}.`)
  return id
}
