import type { ModalState } from '../../modal.js'
import { getRoute } from '../router/getRoute.js'
import type { ViewName } from '../router/state.js'
import type { LoginState } from './state.js'

/** Where an email is typed. */
export const fieldViews: readonly ViewName[] = ['Connect', 'EmailLogin']

/** The views that a step shows in. The step is written first, then the view follows. */
const views: { readonly [step in LoginState['step']]: readonly ViewName[] } = {
  idle: [],
  starting: fieldViews,
  device: ['EmailVerifyDevice'],
  otp: ['EmailVerifyOtp'],
  verifying: ['EmailVerifyOtp'],
  connecting: [...fieldViews, 'EmailVerifyDevice', 'EmailVerifyOtp'],
}

/** Whether the visitor sees the login. */
export function isLoginShown(state: ModalState): boolean {
  return state.modal.open && views[state.login?.step ?? 'idle'].includes(getRoute(state).view)
}
