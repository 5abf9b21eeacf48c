import { beginAttempt } from '../../attempts.js'
import { FeatureNotSupportedError } from '../../errors/connection.js'
import { NetworkNotFoundError } from '../../errors/network.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { internals, type Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { assertStarted } from './assertStarted.js'
import { deadlines } from './state.js'

export type BroadcastTransactionRequest = {
  readonly caipNetworkId: CaipNetworkId
  /** A signed transaction as the network's nodes take it: 0x hex on EVM. */
  readonly signed: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Hands a transaction that is signed already to the nodes of its network; needs no wallet. The same bytes may be handed
 * over again: that ends in the same hash.
 */
export async function broadcastTransaction(modal: Modal, request: BroadcastTransactionRequest): Promise<string> {
  assertStarted(modal)
  const { caipNetworkId, signed, signal } = request
  const network = modal.getState().networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
  if (!network) throw new NetworkNotFoundError({ caipNetworkId })
  const { chainNamespace } = network
  const broadcast = modal[internals].adapters.get(chainNamespace)?.features['transaction:broadcast']
  if (!broadcast)
    throw new FeatureNotSupportedError({ feature: 'transaction:broadcast', by: `The ${chainNamespace} adapter` })
  const attempt = beginAttempt(modal, { deadline: deadlines.read, signal })
  try {
    return await attempt.race(broadcast({ network, signed, signal: attempt.signal }))
  } catch (cause) {
    throw toLatchkeyError(cause)
  } finally {
    attempt.end()
  }
}
