import type { ModalState } from '../../modal.js'
import type { Network } from '../../network.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'

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
export function getEntry(state: ModalState, namespace: Namespace | undefined): ModalState['namespaces'][Namespace] {
  const wanted = namespace ?? state.activeNamespace
  return wanted && state.namespaces[wanted]
}
