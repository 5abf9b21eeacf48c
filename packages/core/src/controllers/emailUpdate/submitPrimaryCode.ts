import type { Modal } from '../../modal.js'
import { requireAuthFeature } from '../login/requireAuthFeature.js'
import { replace } from '../router/navigate.js'
import { askCode } from './askCode.js'
import { setEmailUpdate } from './setEmailUpdate.js'

/**
 * Hands over the code that was mailed to the old address; then one goes to the new. Does nothing where no such code is waited
 * for. In `state.emailUpdate.error`: `INVALID_CODE` or what the wallet says.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` or `FEATURE_NOT_SUPPORTED`.
 */
export async function submitPrimaryCode(modal: Modal, { code }: { readonly code: string }): Promise<void> {
  const { run } = requireAuthFeature(modal, 'email:verifyPrimary')
  await askCode(modal, {
    text: code,
    step: 'primary',
    run,
    onReply: () => {
      setEmailUpdate(modal, { type: 'verified' })
      replace(modal, { view: 'UpdateEmailSecondaryOtp', params: undefined })
    },
  })
}
