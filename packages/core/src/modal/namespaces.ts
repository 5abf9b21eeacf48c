import type { Network } from '../contracts/network.js'
import { AdapterNotFoundError } from '../errors/connection.js'
import type { CaipNetworkId, Namespace } from '../utils/caip.js'
import { assertStarted } from './attempts.js'
import { internals, type Modal, type ModalState, type NamespaceState } from './modal.js'

/** Network information of a namespace. [S3.7] */
export type NetworkState = {
  readonly caipNetwork: Network | undefined
  readonly caipNetworkId: CaipNetworkId | undefined
  /** Whether the wallet accepts any network. */
  readonly supportsAllNetworks: boolean
  readonly approvedCaipNetworkIds: readonly CaipNetworkId[] | undefined
  /** EVM chain ids on which the embedded wallet has a smart account; empty without one. */
  readonly smartAccountEnabledNetworks: readonly number[]
  /** The networks that the app configured. */
  readonly requestedCaipNetworks: readonly Network[]
}

const noChainIds: readonly number[] = []

/** Updates the state of one namespace. Does nothing if the modal doesn't have it. */
export function updateNamespace(
  modal: Modal,
  namespace: Namespace,
  change: (entry: NamespaceState, state: ModalState) => NamespaceState,
): void {
  modal[internals].store.setState((state) => {
    const entry = state.namespaces[namespace]
    if (!entry) return state
    const changed = change(entry, state)
    return changed === entry ? state : { ...state, namespaces: { ...state.namespaces, [namespace]: changed } }
  })
}

/** Sets the active namespace, which buttons and views show. Throws `NOT_STARTED` or `ADAPTER_NOT_FOUND`. */
export function setActiveNamespace(modal: Modal, namespace: Namespace): void {
  assertStarted(modal)
  const { store, persistence } = modal[internals]
  if (!store.getState().namespaces[namespace]) throw new AdapterNotFoundError({ namespace })
  if (store.getState().activeNamespace === namespace) return
  store.setState((state) => ({ ...state, activeNamespace: namespace }))
  persistence.update((data) => ({ ...data, activeNamespace: namespace }))
}

/** Whether the active wallet is on a network that this modal neither has nor tolerates. [S4.17] */
export function isRefusedNetwork(modal: Modal): boolean {
  const { options, store } = modal[internals]
  const state = store.getState()
  if (!options.enableNetworkSwitch || options.allowUnsupportedChain) return false
  const entry = state.activeNamespace && state.namespaces[state.activeNamespace]
  return entry?.connection.status === 'connected' && getNetwork(state) === undefined
}

/** Returns the configured networks of a namespace. */
export function getNetworks(state: ModalState, namespace: Namespace): readonly Network[] {
  return state.networks.filter((network) => network.chainNamespace === namespace)
}

/** Returns a configured network by its CAIP-2 id. */
export function findNetwork(
  { networks }: Pick<ModalState, 'networks'>,
  caipNetworkId: CaipNetworkId | undefined,
): Network | undefined {
  return networks.find((network) => network.caipNetworkId === caipNetworkId)
}

/**
 * Returns the current network id of a namespace: that of its wallet, else the chosen one. It isn't always a configured
 * network.
 */
export function getCaipNetworkId(state: ModalState, namespace?: Namespace | undefined): CaipNetworkId | undefined {
  const entry = getEntry(state, namespace)
  return entry?.connection.status === 'connected'
    ? entry.connection.connection.caipNetworkId
    : entry?.network.caipNetworkId
}

/** Returns the current network of a namespace, or undefined if it isn't configured. */
export function getNetwork(state: ModalState, namespace?: Namespace | undefined): Network | undefined {
  return findNetwork(state, getCaipNetworkId(state, namespace))
}

/** Returns the network information of a namespace. Default: the active one. */
export function getNetworkState(state: ModalState, namespace?: Namespace | undefined): NetworkState {
  const entry = getEntry(state, namespace)
  const connection = entry?.connection.status === 'connected' ? entry.connection.connection : undefined
  const approved = connection?.approvedCaipNetworkIds
  const wanted = namespace ?? state.activeNamespace
  return {
    caipNetwork: getNetwork(state, namespace),
    caipNetworkId: getCaipNetworkId(state, namespace),
    supportsAllNetworks: approved === undefined,
    approvedCaipNetworkIds: approved,
    smartAccountEnabledNetworks: connection?.smartAccountEnabledNetworks ?? noChainIds,
    requestedCaipNetworks: wanted ? getNetworks(state, wanted) : [],
  }
}

/** Returns the state of a namespace. Default: the active one. */
function getEntry(state: ModalState, namespace: Namespace | undefined): ModalState['namespaces'][Namespace] {
  const wanted = namespace ?? state.activeNamespace
  return wanted && state.namespaces[wanted]
}
