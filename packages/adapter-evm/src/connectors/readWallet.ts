import type { Account, CaipNetworkId } from '@latchkey/core'
import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import { askWallet, readDeadline } from './askWallet.js'
import { parseAccounts } from './parseAccounts.js'
import { describe, toCaipNetworkId } from './parseChainId.js'
import type { WalletLink } from './walletLink.js'

/** The accounts that the wallet shows to this site now, the selected one first; none while it is locked. */
export async function readAccounts(link: WalletLink, signal: AbortSignal): Promise<readonly Account[]> {
  return toAccounts(await askWallet(link, { method: 'eth_accounts' }, { signal, deadline: readDeadline }))
}

/** Where the wallet is now. */
export async function readNetworkId(link: WalletLink, signal: AbortSignal): Promise<CaipNetworkId> {
  return toCaipNetworkId(await askWallet(link, { method: 'eth_chainId' }, { signal, deadline: readDeadline }))
}

/** Throws `INVALID_WALLET_REPLY` for what is no list of addresses. */
export function toAccounts(reply: unknown): readonly Account[] {
  const accounts = parseAccounts(reply)
  if (!accounts) throw new InvalidWalletReplyError({ details: `accounts: ${describe(reply)}` })
  return accounts
}
