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
