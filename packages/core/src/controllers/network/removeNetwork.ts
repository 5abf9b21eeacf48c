import { AdapterNotFoundError } from '../../errors/connection.js'
import { internals, type Modal } from '../../modal.js'
import { type CaipNetworkId, parseCaipNetworkId } from '../../utils/caip.js'
import { applyNetworkPolicy } from './applyNetworkPolicy.js'
import { getNetworks } from './getNetwork.js'

/**
 * Takes a network away; a wallet that is on it is then on an unsupported one. Throws `ADAPTER_NOT_FOUND`. [S5.16]
 */
export function removeNetwork(modal: Modal, caipNetworkId: CaipNetworkId): void {
  const namespace = parseCaipNetworkId(caipNetworkId)?.namespace
  if (!namespace || !modal.getState().namespaces[namespace])
    throw new AdapterNotFoundError({ namespace: namespace ?? caipNetworkId })
  modal[internals].store.setState((state) => {
    const networks = state.networks.filter((network) => network.caipNetworkId !== caipNetworkId)
    const entry = state.namespaces[namespace]
    if (entry?.network.caipNetworkId !== caipNetworkId) return { ...state, networks }
    const next = getNetworks({ ...state, networks }, namespace)[0]?.caipNetworkId
    const network = { caipNetworkId: next, isChosen: false }
    return { ...state, networks, namespaces: { ...state.namespaces, [namespace]: { ...entry, network } } }
  })
  applyNetworkPolicy(modal)
}
