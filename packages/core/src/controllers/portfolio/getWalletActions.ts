import { hasBlockchainApi } from '../../api/blockchain/hasBlockchainApi.js'
import { internals, type Modal, type ModalState } from '../../modal.js'
import { getConnection } from '../connection/getConnection.js'
import type { WalletFeature } from '../features/state.js'
import { getNetwork } from '../network/getNetwork.js'
import { swapNetworkIds } from '../swap/swapNetworks.js'

const none: readonly WalletFeature[] = []

/**
 * What is offered for the connected account, in the order that the app wants [S2.18]: what is switched on, and can be done
 * on its network. Buying and swapping need `services.blockchainApi`; swaps are for the networks that have them [S6.9] and those
 * that the service turned out to serve. Buying is for EVM and Solana [S6.8].
 */
export function getWalletActions(modal: Modal, state: ModalState = modal.getState()): readonly WalletFeature[] {
  const connection = getConnection(state)
  const network = getNetwork(state)
  if (!connection || !network) return none
  const { namespace, caipNetworkId } = connection
  const hasService = hasBlockchainApi(modal)
  const portfolio = state.namespaces[namespace]?.portfolio
  const isServed = portfolio?.caipAddress.startsWith(`${caipNetworkId}:`) === true && portfolio.last !== undefined
  const can: { readonly [feature in WalletFeature]: boolean } = {
    onramp: hasService && (namespace === 'eip155' || namespace === 'solana'),
    swaps: hasService && namespace === 'eip155' && (isServed || swapNetworkIds.includes(caipNetworkId)),
    receive: true,
    send: modal[internals].adapters.get(namespace)?.features['transfer:build'] !== undefined,
  }
  const { features } = state
  return features.walletFeaturesOrder.filter((feature) => features[feature] && can[feature])
}
