import type { ConnectorFeatures } from '@latchkey/core'
import { ChainNotSupportedError, ChainNotSwitchedError, toLatchkeyError } from '@latchkey/core/plugin'
import { askWallet } from '../connectors/askWallet.js'
import type { Observer } from '../connectors/createWallet.js'
import { readNetworkId } from '../connectors/readWallet.js'
import type { WalletLink } from '../connectors/walletLink.js'
import { toQuantity } from './hex.js'
import { isUnknownChain } from './isUnknownChain.js'
import { toAddChainParameter } from './toAddChainParameter.js'
import { untilChainChanges } from './untilChainChanges.js'

type Request = Parameters<ConnectorFeatures['network:switch']>[0]

/**
 * Brings the wallet to a network (EIP-3326), adding it where the wallet lacks it (EIP-3085), and makes sure that it
 * is there: replies alone are not believed. [S7.29] [S4.18]
 *
 * Throws `USER_REJECTED`, `CHAIN_NOT_SUPPORTED` [S8.46], `CHAIN_NOT_SWITCHED` or what else the wallet reports.
 */
export async function switchNetwork(link: WalletLink, wallet: Observer, { network, signal }: Request): Promise<void> {
  const chainId = toQuantity('chainId', Number(network.id))
  const askSwitch = (): Promise<unknown> =>
    askWallet(link, { method: 'wallet_switchEthereumChain', params: [{ chainId }] }, { signal })
  /** Whether the wallet is there; some answer before they have switched. */
  const isThere = async (): Promise<boolean> => {
    let caipNetworkId = await readNetworkId(link, signal)
    if (caipNetworkId !== network.caipNetworkId) {
      await untilChainChanges(link, signal)
      caipNetworkId = await readNetworkId(link, signal)
    }
    wallet.observe({ caipNetworkId })
    return caipNetworkId === network.caipNetworkId
  }

  try {
    await askSwitch()
    if (await isThere()) return
  } catch (cause) {
    if (!isUnknownChain(cause)) throw cause
  }
  // refused as unknown, or "done" without being done: some wallets say `null` to a chain that they lack
  try {
    await askWallet(link, { method: 'wallet_addEthereumChain', params: [toAddChainParameter(network)] }, { signal })
    if (await isThere()) return
    await askSwitch()
  } catch (cause) {
    throw isUnknownChain(cause) ? new ChainNotSupportedError({ cause, details: toLatchkeyError(cause).details }) : cause
  }
  if (!(await isThere())) throw new ChainNotSwitchedError({ details: `The wallet is not on ${network.caipNetworkId}.` })
}
