import type { ConnectorFeatures } from '@latchkey/core'
import { ChainNotSupportedError, ChainNotSwitchedError } from '@latchkey/core/plugin'
import { requestWallet } from '../connectors/requests.js'
import type { Wallet, WalletLink } from '../connectors/walletLink.js'
import { toNetworkName } from '../networks.js'

type SwitchRequest = Parameters<ConnectorFeatures['network:switch']>[0]

/**
 * Switches the wallet to a network, and verifies that it is there, as replies are unreliable. Addresses change with the
 * network, of which listeners are notified.
 *
 * Throws `USER_REJECTED`, `CHAIN_NOT_SUPPORTED`, `CHAIN_NOT_SWITCHED` or another error of the wallet.
 */
export async function switchNetwork(
  link: WalletLink,
  wallet: Wallet,
  { network, signal }: SwitchRequest,
): Promise<void> {
  const { caipNetworkId } = network
  const provider = await wallet.getProvider()
  if (!provider.switchNetwork || !toNetworkName(caipNetworkId))
    throw new ChainNotSupportedError({ details: caipNetworkId })
  if ((await wallet.read(signal))?.caipNetworkId === caipNetworkId) return
  await requestWallet(link, async () => provider.switchNetwork?.(caipNetworkId), { signal })
  const now = await wallet.read(signal)
  if (now?.caipNetworkId !== caipNetworkId)
    throw new ChainNotSwitchedError({ details: `The wallet is not on ${caipNetworkId}.` })
}
