import type { ConnectorFeatures } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { assertNetwork, readAccounts } from '../connectors/accounts.js'
import type { WalletLink, WalletObserver } from '../connectors/walletLink.js'

type Request = Parameters<ConnectorFeatures['network:switch']>[0]

/**
 * Asks for signatures on another network from now on. Nobody is prompted: wallets of Solana are told the network with
 * each request. Throws `CHAIN_NOT_SUPPORTED` where the account is not on it.
 */
export async function switchNetwork(link: WalletLink, wallet: WalletObserver, request: Request): Promise<void> {
  request.signal.throwIfAborted()
  const [selected] = readAccounts(link)
  if (!selected) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'The wallet is locked, or has let go.' })
  assertNetwork(selected, request)
  wallet.observe({ caipNetworkId: request.network.caipNetworkId })
}
