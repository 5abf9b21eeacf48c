import type { ConnectorFeatures } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { assertNetwork, readAccounts } from '../connectors/accounts.js'
import type { WalletLink, WalletObserver } from '../connectors/walletLink.js'

type SwitchRequest = Parameters<ConnectorFeatures['network:switch']>[0]

/**
 * Switches the connection to another network, without a prompt: each request to a Solana wallet names its network. Throws
 * `CHAIN_NOT_SUPPORTED` if the account is not on it.
 */
export async function switchNetwork(link: WalletLink, wallet: WalletObserver, request: SwitchRequest): Promise<void> {
  request.signal.throwIfAborted()
  const [selected] = readAccounts(link)
  if (!selected) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'The wallet is locked or disconnected.' })
  assertNetwork(selected, request)
  wallet.observe({ caipNetworkId: request.network.caipNetworkId })
}
