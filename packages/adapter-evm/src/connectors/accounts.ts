import type { Account, CaipNetworkId, FeatureRequest } from '@latchkey/core'
import {
  AccountChangedError,
  ChainNotSwitchedError,
  InvalidWalletReplyError,
  isSameAddress,
  RpcError,
} from '@latchkey/core/plugin'
import { describeValue, parseAddress, toCaipNetworkId } from '../encoding.js'
import { readTimeout, requestWallet } from './requests.js'
import type { WalletLink, WalletObserver } from './walletLink.js'

/** The accounts that the wallet exposes to this site now, the selected one first; none while it is locked. */
async function readAccounts(link: WalletLink, signal: AbortSignal): Promise<readonly Account[]> {
  return toAccounts(await requestWallet(link, { method: 'eth_accounts' }, { signal, timeout: readTimeout }))
}

/** The network that the wallet is on now. */
export async function readNetworkId(link: WalletLink, signal: AbortSignal): Promise<CaipNetworkId> {
  return toCaipNetworkId(await requestWallet(link, { method: 'eth_chainId' }, { signal, timeout: readTimeout }))
}

/** The accounts of a wallet's reply. Throws `INVALID_WALLET_REPLY` for anything but a list of addresses. */
export function toAccounts(reply: unknown): readonly Account[] {
  const accounts = parseAccounts(reply)
  if (!accounts) throw new InvalidWalletReplyError({ details: `accounts: ${describeValue(reply)}` })
  return accounts
}

/** More accounts than any user connects; the rest is ignored. */
const maxAccounts = 1_000

/** Parses a list of addresses: without duplicates, with checksums. Null if any item is not an address. */
export function parseAccounts(value: unknown): readonly Account[] | null {
  try {
    if (!Array.isArray(value)) return null
    const addresses = Array.from({ length: Math.min(value.length, maxAccounts) }, (_, index) =>
      parseAddress(value[index]),
    )
    if (!addresses.every((address) => address !== null)) return null
    return [...new Set(addresses)].map((address) => ({ namespace: 'eip155', address, type: 'eoa' }))
  } catch {
    return null // a proxy that throws
  }
}

/**
 * Asserts that the account is still selected in the wallet, so that the user signs with the account that the app shows. The
 * wallet is asked each time, as events may be late or missing. Throws `ACCOUNT_CHANGED`, or `UNAUTHORIZED` for a locked wallet.
 */
export async function assertAccount(
  link: WalletLink,
  wallet: WalletObserver,
  { account, signal }: FeatureRequest,
): Promise<void> {
  const accounts = await readAccounts(link, signal)
  const [selected] = accounts
  if (!selected) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'The wallet is locked or disconnected.' })
  if (isSameAddress('eip155', selected.address, account.address)) return
  wallet.observe({ accounts })
  throw new AccountChangedError({ details: `Asked for ${account.address}; the wallet is on ${selected.address}.` })
}

/** Asserts that the wallet is on the network. Throws `CHAIN_NOT_SWITCHED`. */
export async function assertNetwork(
  link: WalletLink,
  wallet: WalletObserver,
  { network, signal }: FeatureRequest,
): Promise<void> {
  const caipNetworkId = await readNetworkId(link, signal)
  if (caipNetworkId === network.caipNetworkId) return
  wallet.observe({ caipNetworkId })
  throw new ChainNotSwitchedError({ details: `Asked for ${network.caipNetworkId}; the wallet is on ${caipNetworkId}.` })
}
