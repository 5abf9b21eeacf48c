import type { ModalState } from '../../modal.js'
import type { Network } from '../../network.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'
import { getCaipNetworkId, getEntry, getNetwork, getNetworks } from './getNetwork.js'

/** [S3.7] */
export type NetworkState = {
  readonly caipNetwork: Network | undefined
  readonly caipNetworkId: CaipNetworkId | undefined
  /** Whether the wallet takes any network. */
  readonly supportsAllNetworks: boolean
  readonly approvedCaipNetworkIds: readonly CaipNetworkId[] | undefined
  /** The networks that the app configured. */
  readonly requestedCaipNetworks: readonly Network[]
}

export function getNetworkState(state: ModalState, namespace?: Namespace | undefined): NetworkState {
  const entry = getEntry(state, namespace)
  const approved =
    entry?.connection.status === 'connected' ? entry.connection.connection.approvedCaipNetworkIds : undefined
  const wanted = namespace ?? state.activeNamespace
  return {
    caipNetwork: getNetwork(state, namespace),
    caipNetworkId: getCaipNetworkId(state, namespace),
    supportsAllNetworks: approved === undefined,
    approvedCaipNetworkIds: approved,
    requestedCaipNetworks: wanted ? getNetworks(state, wanted) : [],
  }
}
