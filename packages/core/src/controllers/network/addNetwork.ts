import { AdapterNotFoundError } from '../../errors/connection.js'
import { InvalidOptionsError } from '../../errors/setup.js'
import { internals, type Modal } from '../../modal.js'
import type { NetworkInput } from '../../network.js'
import { checkNetwork } from '../../options/checks.js'
import { toNetwork } from '../../options/toNetwork.js'
import { applyNetworkPolicy } from './applyNetworkPolicy.js'

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
