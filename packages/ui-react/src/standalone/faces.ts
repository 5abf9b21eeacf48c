import type { ButtonTexts } from '../buttons/OpenButton.js'
import { getShownAccount, getShownBalance } from '../buttons/shownAccount.js'
import { buttonTexts } from '../i18n/messages/buttons.js'
import type { UiModal } from '../uiModal.js'
import type { ToFace } from './buttonElement.js'

/** As AccountButton: the connected account, and its balance if requested. Nothing while disconnected. */
export const toAccountFace: ToFace = (modal, { namespace: wanted, showBalance }) => {
  const state = modal.getState()
  const { label, address, image, caipNetworkId } = getShownAccount(state, wanted)
  if (!address || !label) return null
  return {
    text: label,
    balance: showBalance ? getShownBalance(state, wanted) : undefined,
    account: { address, image },
    network: state.networks.find((known) => known.caipNetworkId === caipNetworkId),
    hasMenu: true,
    kind: 'plain',
    request: wanted && { namespace: wanted },
  }
}

/** As ConnectButton: connects; once connected, shows the account. */
export const toConnectFace: ToFace = (modal, attributes) => {
  const shown = toAccountFace(modal, attributes)
  if (shown) return shown
  const { namespace, label, loadingLabel } = attributes
  const account = getShownAccount(modal.getState(), namespace)
  const request = namespace && { namespace }
  const { buttonConnect, buttonConnecting } = getButtonTexts(modal)
  const isBusy = account.status === 'connecting'
  const text = isBusy ? (loadingLabel ?? buttonConnecting) : (label ?? buttonConnect)
  return { text, kind: 'primary', isBusy, request }
}

/** As NetworkButton: the active network; opens the list of networks, with or without a wallet. */
export const toNetworkFace: ToFace = (modal, { namespace, label }) => {
  const state = modal.getState()
  const { caipNetworkId } = getShownAccount(state, namespace)
  const network = state.networks.find((known) => known.caipNetworkId === caipNetworkId)
  return {
    text: network?.name ?? label ?? getButtonTexts(modal).buttonSwitchNetwork,
    network,
    hasMenu: true,
    kind: 'plain',
    request: network ? { view: 'Networks', namespace } : namespace && { namespace },
  }
}

/** The texts of the buttons, in the language of the modal, with the app's own words over them. */
function getButtonTexts({ ui, getState }: UiModal): ButtonTexts {
  return { ...buttonTexts, ...(getState().locale ? ui.texts : ui.messages) }
}
