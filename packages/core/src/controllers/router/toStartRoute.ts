import { isPhone } from '../../links/isPhone.js'
import type { Modal, ModalState } from '../../modal.js'
import { startRoute } from '../../startState.js'
import { isRefusedNetwork } from '../network/isRefusedNetwork.js'
import { isSignInRequired } from '../siwx/isSignInRequired.js'
import type { Route } from './state.js'

/**
 * What opening shows without being asked for a view [S2.8] [S2.10] [S2.11]. An account on a network that this modal
 * refuses has to leave it first [S4.17], one that has to sign in is asked to.
 */
export function toStartRoute(modal: Modal): Route {
  const state = modal.getState()
  if (isRefusedNetwork(modal)) return { view: 'UnsupportedChain', params: undefined }
  if (state.siwx.status === 'signedOut' && isSignInRequired(modal))
    return { view: 'SIWXSignMessage', params: undefined }
  if (isActiveConnected(state)) return { view: 'Account', params: undefined }
  if (modal.adapters.some(({ kind }) => kind === 'chain')) return startRoute
  return { view: isPhone(modal.env.window()) ? 'AllWallets' : 'ConnectingWalletConnectBasic', params: undefined }
}

/** Whether the active chain family has a connected wallet. */
export function isActiveConnected({ activeNamespace, namespaces }: ModalState): boolean {
  return activeNamespace !== undefined && namespaces[activeNamespace]?.connection.status === 'connected'
}
