import type { Account, Network } from '@latchkey/core'
import { AccountChangedError, ChainNotSupportedError, FeatureNotSupportedError, RpcError } from '@latchkey/core/plugin'
import type { Wallet } from '../connectors/createWallet.js'
import type { WalletAccount } from '../connectors/parseAccounts.js'
import { readAccounts } from '../connectors/readAccounts.js'
import type { WalletLink } from '../connectors/walletLink.js'
import type { StandardFeature } from '../parseStandardWallet.js'
import { toStandardChain } from '../toStandardChain.js'

export type Asked = { readonly account: Account; readonly network: Network; readonly signal: AbortSignal }

/**
 * Looks whether the account is still the wallet's selected one, as events may be late or missing: what the visitor sees
 * signed is what was meant. Throws `ACCOUNT_CHANGED`, or `UNAUTHORIZED` where the wallet shows none.
 */
export function assertAccount(link: WalletLink, wallet: Wallet, { account, signal }: Asked): WalletAccount {
  signal.throwIfAborted()
  const accounts = readAccounts(link)
  const [selected] = accounts
  if (!selected) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'The wallet is locked, or has let go.' })
  const { address } = selected.account
  if (address === account.address) return selected
  wallet.observe({ accounts })
  throw new AccountChangedError({ details: `Asked for ${account.address}; the wallet is on ${address}.` })
}

/** The same for an account that has to be on a network. Throws `CHAIN_NOT_SUPPORTED`. */
export function assertNetwork(chosen: WalletAccount, { network }: Pick<Asked, 'network'>): `solana:${string}` {
  const chain = toStandardChain(network.caipNetworkId)
  if (chosen.chains.includes(chain)) return chain
  throw new ChainNotSupportedError({ details: `The account of the wallet is not on ${chain}.` })
}

/** Accounts of one wallet differ in what they can do, as those of hardware keys do. Throws `FEATURE_NOT_SUPPORTED`. */
export function assertFeature(link: WalletLink, { features }: WalletAccount, feature: StandardFeature): void {
  if (!features.includes(feature)) throw new FeatureNotSupportedError({ feature, by: link.meta.name })
}
