import type { Network } from '../contracts/network.js'
import { AdapterNotFoundError } from '../errors/connection.js'
import type { CaipNetworkId, Namespace } from '../utils/caip.js'
import { assertStarted } from './attempts.js'
import { internals, type Modal, type ModalState, type NamespaceState } from './modal.js'

/** Changes the state of one chain family, and nothing else; does nothing where the modal does not have it. */
export function updateNamespace(
  modal: Modal,
  namespace: Namespace,
  change: (entry: NamespaceState, state: ModalState) => NamespaceState,
): void {
  modal[internals].store.setState((state) => {
    const entry = state.namespaces[namespace]
    const changed = entry && change(entry, state)
    return changed === entry ? state : { ...state, namespaces: { ...state.namespaces, [namespace]: changed } }
  })
}

/** Makes a chain family the one that buttons and views show. Throws `NOT_STARTED` or `ADAPTER_NOT_FOUND`. */
export function setActiveNamespace(modal: Modal, namespace: Namespace): void {
  assertStarted(modal)
  const { store, persistence } = modal[internals]
  if (!store.getState().namespaces[namespace]) throw new AdapterNotFoundError({ namespace })
  if (store.getState().activeNamespace === namespace) return
  store.setState((state) => ({ ...state, activeNamespace: namespace }))
  persistence.update((data) => ({ ...data, activeNamespace: namespace }))
}

/** Whether the active wallet is on a network that this modal lacks and does not tolerate. [S4.17] */
export function isRefusedNetwork(modal: Modal): boolean {
  const { options, store } = modal[internals]
  const state = store.getState()
  if (!options.enableNetworkSwitch || options.allowUnsupportedChain) return false
  const entry = state.activeNamespace && state.namespaces[state.activeNamespace]
  return entry?.connection.status === 'connected' && getNetwork(state) === undefined
}

/** The configured networks of a namespace. */
export function getNetworks(state: ModalState, namespace: Namespace): readonly Network[] {
  return state.networks.filter((network) => network.chainNamespace === namespace)
}

/** Where a namespace is: what its wallet says, else what was chosen. Not always a configured network. */
export function getCaipNetworkId(state: ModalState, namespace?: Namespace | undefined): CaipNetworkId | undefined {
  const entry = getEntry(state, namespace)
  return entry?.connection.status === 'connected'
    ? entry.connection.connection.caipNetworkId
    : entry?.network.caipNetworkId
}

/** The configured network where a namespace is, or undefined when it is on one that this modal does not have. */
export function getNetwork(state: ModalState, namespace?: Namespace | undefined): Network | undefined {
  const id = getCaipNetworkId(state, namespace)
  return state.networks.find((network) => network.caipNetworkId === id)
}

/** The state of a namespace, the active one unless told. */
function getEntry(state: ModalState, namespace: Namespace | undefined): ModalState['namespaces'][Namespace] {
  const wanted = namespace ?? state.activeNamespace
  return wanted && state.namespaces[wanted]
}

/** [S3.7] */
export type NetworkState = {
  readonly caipNetwork: Network | undefined
  readonly caipNetworkId: CaipNetworkId | undefined
  /** Whether the wallet takes any network. */
  readonly supportsAllNetworks: boolean
  readonly approvedCaipNetworkIds: readonly CaipNetworkId[] | undefined
  /** Chain ids of EVM on which the embedded wallet has a smart account; none without one. */
  readonly smartAccountEnabledNetworks: readonly number[]
  /** The networks that the app configured. */
  readonly requestedCaipNetworks: readonly Network[]
}

const none: readonly number[] = []

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
    smartAccountEnabledNetworks: connection?.smartAccountEnabledNetworks ?? none,
    requestedCaipNetworks: wanted ? getNetworks(state, wanted) : [],
  }
}
