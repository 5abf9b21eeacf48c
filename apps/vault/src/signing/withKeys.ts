import { deriveKeys, type Keys } from './deriveKeys.js'
import { type Accounts, toAccounts } from './toAccounts.js'

/** Runs with the keys of a wallet and overwrites them afterwards, whatever happened. */
export async function withKeys<result>(
  entropy: Uint8Array,
  run: (wallet: { readonly keys: Keys; readonly accounts: Accounts }) => Promise<result> | result,
): Promise<result> {
  const keys = deriveKeys(entropy)
  try {
    return await run({ keys, accounts: toAccounts(keys) })
  } finally {
    keys.eip155.fill(0)
    keys.solana.fill(0)
  }
}
