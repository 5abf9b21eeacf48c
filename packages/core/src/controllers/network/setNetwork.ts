import { beginAttempt } from '../../attempts.js'
import { deadlines } from '../../deadlines.js'
import { AbortedError } from '../../errors/AbortedError.js'
import { FeatureNotSupportedError } from '../../errors/connection.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { getFeature } from '../../getFeature.js'
import { internals, type Modal } from '../../modal.js'
import type { Network } from '../../network.js'
import { updateNamespace } from '../../updateNamespace.js'
import { assertStarted } from '../connection/assertStarted.js'
import { setConnection } from '../connection/setConnection.js'
import { storeConnection } from '../connection/storeConnection.js'
import { track } from '../events/track.js'
import { applyNetworkPolicy } from './applyNetworkPolicy.js'
import { findNetwork } from './findNetwork.js'
import { getCaipNetworkId } from './getNetwork.js'
import { setActiveNamespace } from './setActiveNamespace.js'

export type SwitchNetworkRequest = {
  readonly network: Network | Network['caipNetworkId']
  /** Leaves the active namespace as it is. */
  readonly keepActive?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Makes a network the active one, with the wallet that is connected there, which stays where it is when it refuses; without one
 * the choice is kept for the next connection. `switchNetwork` is what apps and views call.
 *
 * Throws `NETWORK_NOT_FOUND`, `FEATURE_NOT_SUPPORTED`, `USER_REJECTED`, `CHAIN_NOT_SUPPORTED`, `CHAIN_NOT_SWITCHED`,
 * `TIMED_OUT` or `ABORTED`.
 */
export async function setNetwork(modal: Modal, request: SwitchNetworkRequest): Promise<void> {
  assertStarted(modal)
  const { network, keepActive = false, signal } = request
  const target = findNetwork(modal, network)
  const { chainNamespace: namespace, caipNetworkId } = target
  const { activeNamespace, namespaces } = modal.getState()
  const isThere = getCaipNetworkId(modal.getState(), namespace) === caipNetworkId

  if (namespaces[namespace]?.connection.status !== 'connected') choose(modal, target)
  else if (!isThere) await askWallet(modal, target, signal)

  if (!keepActive) setActiveNamespace(modal, namespace)
  if (!isThere || activeNamespace !== namespace) track(modal, 'SWITCH_NETWORK', { caipNetworkId })
  applyNetworkPolicy(modal)
}

function choose(modal: Modal, { chainNamespace, caipNetworkId }: Network): void {
  updateNamespace(modal, chainNamespace, (entry) => ({ ...entry, network: { caipNetworkId, isChosen: true } }))
  modal[internals].persistence.update((data) => ({
    ...data,
    networks: { ...data.networks, [chainNamespace]: caipNetworkId },
  }))
}

async function askWallet(modal: Modal, target: Network, signal: AbortSignal | undefined): Promise<void> {
  const { connectors, store } = modal[internals]
  const { chainNamespace: namespace, caipNetworkId } = target
  const entry = store.getState().namespaces[namespace]?.connection
  if (entry?.status !== 'connected') return
  const { connectorId } = entry.connection
  const connector = connectors.get(connectorId)
  const switchWallet = connector && getFeature(connector, namespace, 'network:switch')
  if (!switchWallet)
    throw new FeatureNotSupportedError({ feature: 'network:switch', by: connector?.meta.name ?? connectorId })

  const attempt = beginAttempt(modal, { key: `switch:${namespace}`, deadline: deadlines.approval, signal })
  try {
    await attempt.race(switchWallet({ network: target, signal: attempt.signal }))
    const now = store.getState().namespaces[namespace]?.connection
    // the visitor may have left, or taken another wallet, in the meantime
    if (now?.status !== 'connected' || now.connection.connectorId !== connectorId) throw new AbortedError()
    const connection = { ...now.connection, caipNetworkId }
    setConnection(modal, namespace, { ...now, connection })
    storeConnection(modal, connection)
  } catch (cause) {
    throw toLatchkeyError(cause)
  } finally {
    attempt.end()
  }
}
