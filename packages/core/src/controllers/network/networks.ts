import type { NetworkInput } from '../../contracts/network.js'
import { AdapterNotFoundError } from '../../errors/connection.js'
import { InvalidOptionsError } from '../../errors/setup.js'
import { internals, type Modal } from '../../modal/modal.js'
import { getNetworks } from '../../modal/namespaces.js'
import { checkNetwork } from '../../modal/options/checks.js'
import { toNetwork } from '../../modal/options/parseOptions.js'
import { type CaipNetworkId, parseCaipNetworkId } from '../../utils/caip.js'
import { applyNetworkPolicy } from '../requests/setNetwork.js'

/** Adds a network, or replaces the one with its id. Throws `INVALID_OPTIONS` or `ADAPTER_NOT_FOUND`. [S5.16] */
export function addNetwork(modal: Modal, input: NetworkInput): void {
  const problems = checkNetwork(input, 'network')
  if (problems.length > 0) throw new InvalidOptionsError({ problems })
  const { store, options } = modal[internals]
  const network = toNetwork(input, options)
  if (!store.getState().namespaces[network.chainNamespace])
    throw new AdapterNotFoundError({ namespace: network.chainNamespace })
  const { caipNetworkId, chainNamespace } = network
  store.setState((state) => {
    const isKnown = state.networks.some((other) => other.caipNetworkId === caipNetworkId)
    const networks = isKnown
      ? state.networks.map((other) => (other.caipNetworkId === caipNetworkId ? network : other))
      : [...state.networks, network]
    const entry = state.namespaces[chainNamespace]
    if (!entry || entry.network.caipNetworkId) return { ...state, networks }
    const first = { ...entry, network: { caipNetworkId, isChosen: false } }
    return { ...state, networks, namespaces: { ...state.namespaces, [chainNamespace]: first } }
  })
  applyNetworkPolicy(modal)
}

/** Removes a network. A wallet on it is then on an unsupported network. Throws `ADAPTER_NOT_FOUND`. [S5.16] */
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
