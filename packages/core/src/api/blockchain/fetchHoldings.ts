import type { Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { callBlockchain } from './callBlockchain.js'
import { toPathPart } from './toPathPart.js'

export type FetchHoldingsRequest = {
  readonly address: string
  /** Of this network only. */
  readonly caipNetworkId?: CaipNetworkId | undefined
  /** The service asks the chain although it has an answer that is still fresh. */
  readonly forceUpdate?: boolean | undefined
  readonly signal: AbortSignal
}

/** What an address holds, as the service says it; for `toHoldings`: `GET /v1/account/{address}/balance` [S7.12]. */
export function fetchHoldings(
  modal: Modal,
  { address, caipNetworkId, forceUpdate, signal }: FetchHoldingsRequest,
): Promise<unknown> {
  const params = { currency: 'usd', chainId: caipNetworkId, forceUpdate: forceUpdate ? 'true' : undefined }
  return callBlockchain(modal, { path: `/v1/account/${toPathPart(address)}/balance`, params, signal })
}
