import { replace, startEmailLogin } from '@latchkey/core/controllers'
import { resendEmailCode, submitEmailCode } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useLogin } from '../../hooks/useLogin.js'
import { emailTexts } from '../../i18n/messages/email.js'
import { toFaultText } from '../../i18n/toFaultText.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Ended } from '../../primitives/Ended/Ended.js'
import { OtpStep } from '../../primitives/OtpField/OtpStep.js'
import { useShell } from '../../router/ShellContext.js'
import { mailStyles } from './mailStyles.js'

export { EmailVerifyOtpView as View }
export const styles: string = mailStyles

/** Takes the code that was mailed. */
export function EmailVerifyOtpView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(emailTexts)
  const login = useLogin('EmailVerifyOtp')
  if (!login)
    return (
      <Ended
        title={t('loginOverTitle')}
        text={t('loginOverText')}
        action={t('loginAgain')}
        onAction={() => replace(modal, { view: 'EmailLogin', params: undefined })}
      />
    )
  const { step, email, namespace, error } = login
  // the code was taken: nothing is left but to connect
  if (step === 'connecting' && error)
    return (
      <Ended
        title={t('walletFailed')}
        text={toFaultText(t, error)}
        action={t('tryAgain')}
        onAction={() => void startEmailLogin(modal, { email, namespace })}
      />
    )
  const isTyping = error !== undefined || step === 'otp'
  return (
    <OtpStep
      flow={login}
      text={t('otpText')}
      email={email}
      busyText={isTyping ? '' : t(`otp_${step}`)}
      onCode={(code) => submitEmailCode(modal, { code })}
      onResend={() => resendEmailCode(modal)}
    />
  )
}
