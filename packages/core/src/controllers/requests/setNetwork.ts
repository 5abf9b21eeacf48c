import type { Network } from '../../contracts/network.js'
import { FeatureNotSupportedError } from '../../errors/connection.js'
import { AbortedError } from '../../errors/LatchkeyError.js'
import { NetworkNotFoundError } from '../../errors/network.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { assertStarted, beginAttempt } from '../../modal/attempts.js'
import { setConnection, storeConnection } from '../../modal/connectionStore.js'
import { internals, type Modal } from '../../modal/modal.js'
import {
  findNetwork,
  getCaipNetworkId,
  isRefusedNetwork,
  setActiveNamespace,
  updateNamespace,
} from '../../modal/namespaces.js'
import { timeouts } from '../../modal/timeouts.js'
import { endInterruption, interrupt, showAlert, track } from '../shell/actions.js'
import { getFeature } from './wallet.js'

export type SwitchNetworkRequest = {
  readonly network: Network | Network['caipNetworkId']
  /** Doesn't change the active namespace. */
  readonly keepActive?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Makes a network the active one. Asks the connected wallet to switch; if it refuses, nothing changes. Without a
 * wallet, the choice is kept for the next connection. Apps and views call `switchNetwork` instead.
 *
 * Throws `NETWORK_NOT_FOUND`, `FEATURE_NOT_SUPPORTED`, `USER_REJECTED`, `CHAIN_NOT_SUPPORTED`, `CHAIN_NOT_SWITCHED`,
 * `TIMED_OUT` or `ABORTED`.
 */
export async function setNetwork(modal: Modal, request: SwitchNetworkRequest): Promise<void> {
  assertStarted(modal)
  const { network, keepActive = false, signal } = request
  const target = requireConfiguredNetwork(modal, network)
  const { chainNamespace: namespace, caipNetworkId } = target
  const { activeNamespace, namespaces } = modal.getState()
  const isThere = getCaipNetworkId(modal.getState(), namespace) === caipNetworkId

  if (namespaces[namespace]?.connection.status !== 'connected') storeChoice(modal, target)
  else if (!isThere) await requestSwitch(modal, target, signal)

  if (!keepActive) setActiveNamespace(modal, namespace)
  if (!isThere || activeNamespace !== namespace) track(modal, 'SWITCH_NETWORK', { caipNetworkId })
  applyNetworkPolicy(modal)
}

/** Returns a network of the modal. Throws `NETWORK_NOT_FOUND`, and alerts the developer. */
export function requireConfiguredNetwork(modal: Modal, network: Network | Network['caipNetworkId']): Network {
  const caipNetworkId = typeof network === 'string' ? network : network.caipNetworkId
  const found = findNetwork(modal.getState(), caipNetworkId)
  if (found) return found
  const error = new NetworkNotFoundError({ caipNetworkId })
  showAlert(modal, error)
  throw error
}

/**
 * Asks the user to switch if the active wallet is on an unsupported network, and stops asking once it no longer is.
 * [S4.17]
 */
export function applyNetworkPolicy(modal: Modal): void {
  const { modal: flags, router } = modal.getState()
  const isAsking = flags.open && router.stack.some(({ view }) => view === 'UnsupportedChain')
  if (!isRefusedNetwork(modal)) {
    if (isAsking) endInterruption(modal)
  } else if (!isAsking) interrupt(modal, { view: 'UnsupportedChain', params: undefined })
}

function storeChoice(modal: Modal, { chainNamespace, caipNetworkId }: Network): void {
  updateNamespace(modal, chainNamespace, (entry) => ({ ...entry, network: { caipNetworkId, isChosen: true } }))
  modal[internals].persistence.update((data) => ({
    ...data,
    networks: { ...data.networks, [chainNamespace]: caipNetworkId },
  }))
}

async function requestSwitch(modal: Modal, target: Network, signal: AbortSignal | undefined): Promise<void> {
  const { connectors, store } = modal[internals]
  const { chainNamespace: namespace, caipNetworkId } = target
  const entry = store.getState().namespaces[namespace]?.connection
  if (entry?.status !== 'connected') return
  const { connectorId } = entry.connection
  const connector = connectors.get(connectorId)
  const switchWallet = connector && getFeature(connector, namespace, 'network:switch')
  if (!switchWallet)
    throw new FeatureNotSupportedError({ feature: 'network:switch', by: connector?.meta.name ?? connectorId })

  const attempt = beginAttempt(modal, { key: `switch:${namespace}`, timeout: timeouts.approval, signal })
  try {
    await attempt.race(switchWallet({ network: target, signal: attempt.signal }))
    const now = store.getState().namespaces[namespace]?.connection
    // the user may have disconnected or switched wallets in the meantime
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
