import { deriveKeys } from './deriveKeys.js'
import { type Accounts, toAccounts } from './toAccounts.js'

/** The addresses of a wallet from its 16 bytes of entropy. Throws RangeError for another length. */
export function deriveAccounts(entropy: Uint8Array): Accounts {
  const keys = deriveKeys(entropy)
  const accounts = toAccounts(keys)
  keys.eip155.fill(0)
  keys.solana.fill(0)
  return accounts
}
