import type { Account, FeatureRequest, StandardAccount } from '@latchkey/core'
import {
  AccountChangedError,
  ChainNotSupportedError,
  FeatureNotSupportedError,
  InvalidWalletReplyError,
  RpcError,
} from '@latchkey/core/plugin'
import type { StandardFeature } from '../discovery.js'
import { copyBytes, isSameBytes, parseBase58, toHex } from '../encoding.js'
import { toStandardChain } from '../networks.js'
import type { WalletAccount, WalletLink, WalletObserver } from './walletLink.js'

/** The accounts that the wallet exposes to this site now, the selected one first; none while it is locked. */
export function readAccounts({ wallet }: WalletLink): readonly WalletAccount[] {
  return toAccounts(readOwn(wallet))
}

/** The accounts of a wallet's reply. Throws `INVALID_WALLET_REPLY` for anything but a list of accounts. */
export function toAccounts(reply: unknown): readonly WalletAccount[] {
  const accounts = parseAccounts(reply)
  if (!accounts) throw new InvalidWalletReplyError({ details: 'accounts: not a list of Solana accounts.' })
  return accounts
}

function readOwn(wallet: object): unknown {
  try {
    return (wallet as { readonly accounts?: unknown }).accounts
  } catch {
    return undefined // a getter that throws
  }
}

/** More accounts than any user connects; the rest is ignored. */
const maxAccounts = 1_000

/**
 * Parses a wallet's list of accounts, without duplicates, in its order. Accounts of other chains are left out. Null if an
 * account has no address, or a public key that doesn't match it.
 */
export function parseAccounts(value: unknown): readonly WalletAccount[] | null {
  try {
    if (!Array.isArray(value)) return null
    const accounts = new Map<string, WalletAccount>()
    for (const own of value.slice(0, maxAccounts)) {
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

/**
 * Asserts that the account is still selected in the wallet, so that the user signs with the account that the app shows. The
 * wallet is read each time, as events may be late or missing. Throws `ACCOUNT_CHANGED`, or `UNAUTHORIZED` for a locked wallet.
 */
export function assertAccount(
  link: WalletLink,
  wallet: WalletObserver,
  { account, signal }: FeatureRequest,
): WalletAccount {
  signal.throwIfAborted()
  const accounts = readAccounts(link)
  const [selected] = accounts
  if (!selected) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'The wallet is locked or disconnected.' })
  const { address } = selected.account
  if (address === account.address) return selected
  wallet.observe({ accounts })
  throw new AccountChangedError({ details: `Asked for ${account.address}; the wallet is on ${address}.` })
}

/** Asserts that the account is on the network, and returns the wallet's name of it. Throws `CHAIN_NOT_SUPPORTED`. */
export function assertNetwork(chosen: WalletAccount, { network }: Pick<FeatureRequest, 'network'>): `solana:${string}` {
  const chain = toStandardChain(network.caipNetworkId)
  if (chosen.chains.includes(chain)) return chain
  throw new ChainNotSupportedError({ details: `The account of the wallet is not on ${chain}.` })
}

/**
 * Asserts that the account has a feature: accounts of one wallet differ, e.g. those of hardware keys. Throws
 * `FEATURE_NOT_SUPPORTED`.
 */
export function assertFeature(link: WalletLink, { features }: WalletAccount, feature: StandardFeature): void {
  if (!features.includes(feature)) throw new FeatureNotSupportedError({ feature, by: link.meta.name })
}
