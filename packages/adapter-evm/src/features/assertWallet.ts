import type { Account, Network } from '@latchkey/core'
import { AccountChangedError, ChainNotSwitchedError, isSameAddress, RpcError } from '@latchkey/core/plugin'
import type { Observer } from '../connectors/createWallet.js'
import { readAccounts, readNetworkId } from '../connectors/readWallet.js'
import type { WalletLink } from '../connectors/walletLink.js'

export type Asked = { readonly account: Account; readonly network: Network; readonly signal: AbortSignal }

/**
 * Asks the wallet whether the account is still its selected one, as events may be late or missing: what the visitor
 * sees signed is what was meant. Throws `ACCOUNT_CHANGED`, or `UNAUTHORIZED` where the wallet shows none.
 */
export async function assertAccount(link: WalletLink, wallet: Observer, { account, signal }: Asked): Promise<void> {
  const accounts = await readAccounts(link, signal)
  const [selected] = accounts
  if (!selected) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'The wallet is locked, or has let go.' })
  if (isSameAddress('eip155', selected.address, account.address)) return
  wallet.observe({ accounts })
  throw new AccountChangedError({ details: `Asked for ${account.address}; the wallet is on ${selected.address}.` })
}

/** The same for the network. Throws `CHAIN_NOT_SWITCHED`. */
export async function assertNetwork(link: WalletLink, wallet: Observer, { network, signal }: Asked): Promise<void> {
  const caipNetworkId = await readNetworkId(link, signal)
  if (caipNetworkId === network.caipNetworkId) return
  wallet.observe({ caipNetworkId })
  throw new ChainNotSwitchedError({ details: `Asked for ${network.caipNetworkId}; the wallet is on ${caipNetworkId}.` })
}
