import { internals, type Modal } from '../../modal.js'
import { getNetwork } from './getNetwork.js'

/** Whether the active wallet is on a network that this modal lacks and does not tolerate. [S4.17] */
export function isRefusedNetwork(modal: Modal): boolean {
  const { options, store } = modal[internals]
  const state = store.getState()
  if (!options.enableNetworkSwitch || options.allowUnsupportedChain) return false
  const entry = state.activeNamespace && state.namespaces[state.activeNamespace]
  return entry?.connection.status === 'connected' && getNetwork(state) === undefined
}
