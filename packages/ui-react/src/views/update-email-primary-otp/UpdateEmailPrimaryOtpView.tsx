import type { ModalState } from '@latchkey/core'
import { getAccount, replace } from '@latchkey/core/controllers'
import { startEmailUpdate, submitPrimaryCode } from '@latchkey/core/internal'
import { loginDelays } from '@latchkey/core/plugin'
import { type ReactElement, useState } from 'react'
import { useEmailUpdate } from '../../hooks/useEmailUpdate.js'
import { useModalState } from '../../hooks/useModalState.js'
import { emailTexts } from '../../i18n/messages/email.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Ended } from '../../primitives/Ended/Ended.js'
import { OtpStep } from '../../primitives/OtpField/OtpStep.js'
import { useShell } from '../../router/ShellContext.js'
import { mailStyles } from '../email-verify-otp/mailStyles.js'

export { UpdateEmailPrimaryOtpView as View }
export const styles: string = mailStyles

const selectEmail = (state: ModalState): string => getAccount(state).user?.email ?? ''

/** Takes the code that was mailed to the old address. */
export function UpdateEmailPrimaryOtpView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(emailTexts)
  const current = useModalState(selectEmail)
  const update = useEmailUpdate('UpdateEmailPrimaryOtp')
  // the code was mailed as this view came
  const [resendAt] = useState(() => modal.env.now() + loginDelays.resend)
  if (!update)
    return (
      <Ended
        title={t('updateOverTitle')}
        text={t('updateOverText')}
        action={t('emailEditTitle')}
        onAction={() => replace(modal, { view: 'UpdateEmailWallet', params: undefined })}
      />
    )
  const { step, email, error } = update
  const busyText = t(step === 'starting' ? 'otp_starting' : 'otp_verifying')
  return (
    <OtpStep
      flow={{ error, resendAt }}
      text={t('otpOldText')}
      email={current}
      busyText={error || step === 'primary' ? '' : busyText}
      onCode={(code) => submitPrimaryCode(modal, { code })}
      onResend={() => startEmailUpdate(modal, { email })}
    />
  )
}
