import type { Modal } from '../../modal.js'
import { getRoute } from '../router/getRoute.js'
import { push, replace } from '../router/navigate.js'

/** Shows a step of the login. The way back leads to where the email was typed. */
export function showStep(modal: Modal, view: 'EmailVerifyDevice' | 'EmailVerifyOtp'): void {
  const { view: shown } = getRoute(modal.getState())
  const go = shown === 'EmailVerifyDevice' || shown === 'EmailVerifyOtp' ? replace : push
  go(modal, { view, params: undefined })
}
