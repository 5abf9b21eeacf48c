import type { Account, ConnectResult, Network } from '@latchkey/core'
import { AccountChangedError, ChainNotSwitchedError, RpcError } from '@latchkey/core/plugin'
import type { Wallet } from '../connectors/wallet.js'

export type Asked = { readonly account: Account; readonly network: Network; readonly signal: AbortSignal }

/**
 * Asks the wallet whether it still shows the account, as events may be late or missing: what the visitor sees signed is
 * what was meant. Gives what it shows. Throws `ACCOUNT_CHANGED`, or `UNAUTHORIZED` where it shows none.
 */
export async function assertAccount(wallet: Wallet, { account, signal }: Asked): Promise<ConnectResult> {
  const result = await wallet.read(signal)
  if (!result) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'The wallet is locked, or has let go.' })
  const { accounts } = result
  if (accounts.some(({ address }) => address === account.address)) return result
  throw new AccountChangedError({ details: `Asked for ${account.address}; the wallet is on ${accounts[0].address}.` })
}

/** The same for the network too, which a transaction is for. Throws `CHAIN_NOT_SWITCHED`. */
export async function assertWallet(wallet: Wallet, request: Asked): Promise<ConnectResult> {
  const result = await assertAccount(wallet, request)
  const { caipNetworkId } = request.network
  if (result.caipNetworkId === caipNetworkId) return result
  throw new ChainNotSwitchedError({ details: `Asked for ${caipNetworkId}; the wallet is on ${result.caipNetworkId}.` })
}
