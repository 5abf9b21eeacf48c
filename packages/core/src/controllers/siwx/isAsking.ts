import type { ModalState } from '../../modal.js'
import { isLoginShown } from '../login/isLoginShown.js'
import { getRoute } from '../router/getRoute.js'
import type { ViewName } from '../router/state.js'

const views: readonly ViewName[] = [
  'ConnectingExternal',
  'ConnectingMultiChain',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'SwitchNetwork',
]

/** Whether the visitor is in the middle of something that a wallet is asked for: one question at a time. */
export function isAsking(state: ModalState): boolean {
  const { ask, login } = state
  if (login && login.step !== 'idle' && !login.error && isLoginShown(state)) return true
  return state.modal.open && ask !== undefined && !ask.error && views.includes(getRoute(state).view)
}
