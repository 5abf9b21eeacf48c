import type { ToFace } from './buttonElement.js'
import { getButtonTexts } from './getButtonTexts.js'
import { readAccount } from './readAccount.js'

/** As NetworkButton: the active network; opens the list of networks, with or without a wallet. */
export const toNetworkFace: ToFace = (modal, { namespace, label }) => {
  const state = modal.getState()
  const { caipNetworkId } = readAccount(state, namespace)
  const network = state.networks.find((known) => known.caipNetworkId === caipNetworkId)
  return {
    text: network?.name ?? label ?? getButtonTexts(modal).buttonSwitchNetwork,
    kind: 'plain',
    request: network ? { view: 'Networks', namespace } : namespace && { namespace },
  }
}
