import type { Account } from '@latchkey/core'
import { parseAddress } from '../address.js'

/** Nobody connects more. */
const most = 1_000

/** A wallet's list of accounts, each once, with checksums. Null where any part of it is no address. */
export function parseAccounts(value: unknown): readonly Account[] | null {
  try {
    if (!Array.isArray(value)) return null
    const addresses = Array.from({ length: Math.min(value.length, most) }, (_, index) => parseAddress(value[index]))
    if (!addresses.every((address) => address !== null)) return null
    return [...new Set(addresses)].map((address) => ({ namespace: 'eip155', address, type: 'eoa' }))
  } catch {
    return null // a proxy that throws
  }
}
