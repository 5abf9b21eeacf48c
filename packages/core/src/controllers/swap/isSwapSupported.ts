import { hasBlockchainApi } from '../../api/blockchain/hasBlockchainApi.js'
import { isChainServed } from '../../api/blockchain/isChainServed.js'
import type { Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { swapNetworkIds } from './swapNetworks.js'

/** Whether swaps are offered on a network: one of the list [S6.9], or an EVM network that the app's own service serves. */
export async function isSwapSupported(modal: Modal, id: CaipNetworkId, signal: AbortSignal): Promise<boolean> {
  if (!hasBlockchainApi(modal) || !id.startsWith('eip155:')) return false
  return swapNetworkIds.includes(id) || isChainServed(modal, id, signal)
}
