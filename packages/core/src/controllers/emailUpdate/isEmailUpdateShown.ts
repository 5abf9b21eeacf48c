import type { ModalState } from '../../modal.js'
import { getRoute } from '../router/getRoute.js'
import type { ViewName } from '../router/state.js'

/** Of a change of email. */
export const emailUpdateViews: readonly ViewName[] = [
  'UpdateEmailWallet',
  'UpdateEmailPrimaryOtp',
  'UpdateEmailSecondaryOtp',
]

/** The view of each step that the visitor has to act in. */
const views: { readonly [step in NonNullable<ModalState['emailUpdate']>['step']]: ViewName | undefined } = {
  idle: undefined,
  starting: 'UpdateEmailWallet',
  primary: 'UpdateEmailPrimaryOtp',
  verifyingPrimary: 'UpdateEmailPrimaryOtp',
  secondary: 'UpdateEmailSecondaryOtp',
  verifyingSecondary: 'UpdateEmailSecondaryOtp',
}

/** Whether the visitor sees the step that the change of email is in. */
export function isEmailUpdateShown(state: ModalState): boolean {
  return state.modal.open && views[state.emailUpdate?.step ?? 'idle'] === getRoute(state).view
}
