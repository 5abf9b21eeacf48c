import { internals, type Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { lazily } from '../../utils/lazily.js'
import { waitFor } from '../../utils/waitFor.js'
import { fetchSupportedChains } from './fetchSupportedChains.js'
import { hasBlockchainApi } from './hasBlockchainApi.js'

/**
 * Whether the service serves a chain: nothing is asked of it for others. It is asked once per modal; an answer that failed
 * is not kept. False without a service. Throws as `callBlockchain` does. [S7.2]
 */
export async function isChainServed(modal: Modal, id: CaipNetworkId, signal: AbortSignal): Promise<boolean> {
  if (!hasBlockchainApi(modal)) return false
  const inner = modal[internals]
  inner.loadServedChains ??= lazily(() => fetchSupportedChains(modal, { signal: inner.signal }))
  const chains = await waitFor(inner.loadServedChains(), { env: modal.env, signal })
  return chains.includes(id)
}
