import { getAccount, replace, showToast } from '@latchkey/core/controllers'
import { submitSecondaryCode } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useEmailUpdate } from '../../hooks/useEmailUpdate.js'
import { emailTexts } from '../../i18n/messages/email.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Ended } from '../../primitives/Ended/Ended.js'
import { OtpStep } from '../../primitives/OtpField/OtpStep.js'
import { useShell } from '../../router/ShellContext.js'
import { mailStyles } from '../email-verify-otp/mailStyles.js'

export { UpdateEmailSecondaryOtpView as View }
export const styles: string = mailStyles

/** Takes the code that was mailed to the new address. */
export function UpdateEmailSecondaryOtpView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(emailTexts)
  const update = useEmailUpdate('UpdateEmailSecondaryOtp')
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
  return (
    <OtpStep
      flow={update}
      text={t('otpNewText')}
      email={email}
      busyText={error || step === 'secondary' ? '' : t('otp_verifying')}
      onCode={async (code) => {
        await submitSecondaryCode(modal, { code })
        // the step is over where the code was taken
        if (getAccount(modal.getState()).user?.email === email)
          showToast(modal, { variant: 'success', message: { text: t('emailChanged') } })
      }}
    />
  )
}
