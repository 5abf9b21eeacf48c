import { deadlines } from '../../deadlines.js'
import type { Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { askAdapter } from './askAdapter.js'

export type BroadcastTransactionRequest = {
  readonly caipNetworkId: CaipNetworkId
  /** A signed transaction as the network's nodes take it: 0x hex on EVM, base64 on Solana, hex on Bitcoin. */
  readonly signed: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Hands a transaction that is signed already to the nodes of its network; needs no wallet. The same bytes may be handed
 * over again: that ends in the same hash.
 */
export function broadcastTransaction(modal: Modal, request: BroadcastTransactionRequest): Promise<string> {
  const { caipNetworkId: network, signed, signal } = request
  return askAdapter(modal, 'transaction:broadcast', { network, signal, deadline: deadlines.read }, (broadcast, base) =>
    broadcast({ signed, ...base }),
  )
}
