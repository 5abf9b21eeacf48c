import { fetchSwapTokens } from '../../api/blockchain/fetchSwapTokens.js'
import { isChainServed } from '../../api/blockchain/isChainServed.js'
import type { SwapToken } from '../../api/blockchain/types.js'
import type { Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'

export type ReadSwapTokensRequest = { readonly caipNetworkId: CaipNetworkId; readonly signal: AbortSignal }

/** What can be swapped on a network; nothing on one that the service does not serve. [S5.13] */
export async function readSwapTokens(modal: Modal, request: ReadSwapTokensRequest): Promise<readonly SwapToken[]> {
  const isServed = await isChainServed(modal, request.caipNetworkId, request.signal)
  return isServed ? fetchSwapTokens(modal, request) : []
}
