import type { Account, StandardAccount } from '@latchkey/core'
import { parseBase58 } from '../base58.js'
import { copyBytes, isSameBytes, toHex } from '../bytes.js'

/** An account as the wallet shares it, read once. */
export type WalletAccount = {
  readonly account: Account
  /** E.g. `solana:mainnet`. */
  readonly chains: readonly string[]
  /** What the wallet can do with it, e.g. `solana:signMessage`. */
  readonly features: readonly string[]
  /** The wallet's own object, which it wants back. */
  readonly own: StandardAccount
}

/** Nobody connects more. */
const most = 1_000

/**
 * A wallet's list of accounts, each once, in its order. Null where any of them has no address, or another public key
 * than its address says. Accounts of other chains are left out: a wallet of several shares them in one list.
 */
export function parseAccounts(value: unknown): readonly WalletAccount[] | null {
  try {
    if (!Array.isArray(value)) return null
    const accounts = new Map<string, WalletAccount>()
    for (const own of value.slice(0, most)) {
      const { address, publicKey, chains, features } = own as StandardAccount
      const ownChains = toTexts(chains)
      if (!ownChains.some((chain) => chain.startsWith('solana:'))) continue
      const key = parseBase58(address, 32)
      const claimed = copyBytes(publicKey)
      if (!key || !claimed || !isSameBytes(key, claimed)) return null
      const account: Account = { namespace: 'solana', address, type: 'eoa', publicKey: toHex(key) }
      if (!accounts.has(address))
        accounts.set(address, { account, chains: ownChains, features: toTexts(features), own })
    }
    return [...accounts.values()]
  } catch {
    return null // a getter or a proxy that throws
  }
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.slice(0, 100).filter((item) => typeof item === 'string') : []
}
