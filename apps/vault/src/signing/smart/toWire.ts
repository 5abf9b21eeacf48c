import { toHex } from 'viem'
import type { UserOperation } from 'viem/account-abstraction'

/** As bundlers take it. [ERC-7769] */
export function toWire(operation: UserOperation<'0.7'>): object {
  return Object.fromEntries(
    Object.entries(operation).map(([name, value]) => [name, typeof value === 'bigint' ? toHex(value) : value]),
  )
}
