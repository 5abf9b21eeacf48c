import type { CaipNetworkId } from '@latchkey/core'
import { InvalidWalletReplyError } from '@latchkey/core/plugin'

/** A chain id as wallets write it: `'0x1'`, `'1'` or `1`. Null for anything else. */
export function parseChainId(value: unknown): number | null {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^(0x[\da-f]+|\d+)$/i.test(value))
  const id = isNumber ? Number(value) : 0
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The reply to `eth_chainId` as CAIP-2 id. Throws `INVALID_WALLET_REPLY`. */
export function toCaipNetworkId(reply: unknown): CaipNetworkId {
  const id = parseChainId(reply)
  if (id === null) throw new InvalidWalletReplyError({ details: `eth_chainId: ${describe(reply)}` })
  return `eip155:${id}`
}

/** A foreign value, short and safe to print. */
export function describe(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? typeof value).slice(0, 100)
  } catch {
    return typeof value // circular, or a getter that throws
  }
}
