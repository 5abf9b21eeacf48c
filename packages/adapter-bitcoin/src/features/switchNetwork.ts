import type { ConnectorFeatures } from '@latchkey/core'
import { ChainNotSupportedError, ChainNotSwitchedError } from '@latchkey/core/plugin'
import { toNetworkName } from '../address/networkIds.js'
import { askWallet } from '../connectors/askWallet.js'
import type { Wallet } from '../connectors/wallet.js'
import type { WalletLink } from '../connectors/walletLink.js'

type Request = Parameters<ConnectorFeatures['network:switch']>[0]

/**
 * Brings the wallet to a network, and makes sure that it is there: replies alone are not believed. Addresses change with
 * the network, which whoever listens is told of.
 *
 * Throws `USER_REJECTED`, `CHAIN_NOT_SUPPORTED`, `CHAIN_NOT_SWITCHED` or what else the wallet reports.
 */
export async function switchNetwork(link: WalletLink, wallet: Wallet, { network, signal }: Request): Promise<void> {
  const { caipNetworkId } = network
  const provider = await wallet.getProvider()
  if (!provider.switchNetwork || !toNetworkName(caipNetworkId))
    throw new ChainNotSupportedError({ details: caipNetworkId })
  if ((await wallet.read(signal))?.caipNetworkId === caipNetworkId) return
  await askWallet(link, async () => provider.switchNetwork?.(caipNetworkId), { signal })
  const now = await wallet.read(signal)
  if (now?.caipNetworkId !== caipNetworkId)
    throw new ChainNotSwitchedError({ details: `The wallet is not on ${caipNetworkId}.` })
}
