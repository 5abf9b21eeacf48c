import { beginAttempt } from '../../attempts.js'
import { FeatureNotSupportedError } from '../../errors/connection.js'
import { NetworkNotFoundError } from '../../errors/network.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { AdapterFeatures } from '../../features.js'
import { internals, type Modal } from '../../modal.js'
import type { Network } from '../../network.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { assertStarted } from './assertStarted.js'

export type AdapterRequest = {
  /** By its id one of this modal's. */
  readonly network: Network | CaipNetworkId
  /** Milliseconds. */
  readonly deadline: number
  readonly signal?: AbortSignal | undefined
}

/** Calls a feature of the adapter that a network belongs to, with a deadline; needs no wallet. */
export async function askAdapter<name extends keyof AdapterFeatures, reply>(
  modal: Modal,
  feature: name,
  { network: wanted, deadline, signal }: AdapterRequest,
  run: (
    ask: AdapterFeatures[name],
    base: { readonly network: Network; readonly signal: AbortSignal },
  ) => Promise<reply>,
): Promise<reply> {
  assertStarted(modal)
  const network = typeof wanted === 'string' ? findNetwork(modal, wanted) : wanted
  const ask = modal[internals].adapters.get(network.chainNamespace)?.features[feature]
  if (!ask) throw new FeatureNotSupportedError({ feature, by: `The ${network.chainNamespace} adapter` })
  const attempt = beginAttempt(modal, { deadline, signal })
  try {
    return await attempt.race(run(ask as AdapterFeatures[name], { network, signal: attempt.signal }))
  } catch (cause) {
    throw toLatchkeyError(cause)
  } finally {
    attempt.end()
  }
}

function findNetwork(modal: Modal, caipNetworkId: CaipNetworkId): Network {
  const network = modal.getState().networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
  if (!network) throw new NetworkNotFoundError({ caipNetworkId })
  return network
}
