import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import { parseAccounts, type WalletAccount } from './parseAccounts.js'
import type { WalletLink } from './walletLink.js'

/** The accounts that the wallet shows to this site now, the selected one first; none while it is locked. */
export function readAccounts({ wallet }: WalletLink): readonly WalletAccount[] {
  return toAccounts(readOwn(wallet))
}

/** Throws `INVALID_WALLET_REPLY` for what is no list of accounts. */
export function toAccounts(reply: unknown): readonly WalletAccount[] {
  const accounts = parseAccounts(reply)
  if (!accounts) throw new InvalidWalletReplyError({ details: 'accounts: not a list of Solana accounts.' })
  return accounts
}

function readOwn(wallet: object): unknown {
  try {
    return (wallet as { readonly accounts?: unknown }).accounts
  } catch {
    return undefined // a getter of a foreign object
  }
}
