import type { EmailLoginAction } from '../../features.js'
import type { Modal } from '../../modal.js'
import { connectLogin } from './connectLogin.js'
import { setLogin } from './setLogin.js'
import { showStep } from './showStep.js'
import { loginDelays } from './state.js'
import { waitForDevice } from './waitForDevice.js'

/** Shows what the wallet wants next of the visitor. Gives what is to be waited for meanwhile. */
export function takeAction(modal: Modal, action: EmailLoginAction): (() => Promise<void>) | undefined {
  setLogin(modal, { type: 'sent', action, resendAt: modal.env.now() + loginDelays.resend })
  switch (action) {
    case 'VERIFY_DEVICE':
      showStep(modal, 'EmailVerifyDevice')
      return () => waitForDevice(modal)
    case 'VERIFY_OTP':
      showStep(modal, 'EmailVerifyOtp')
      return undefined
    case 'CONNECT':
      return () => connectLogin(modal)
  }
}
