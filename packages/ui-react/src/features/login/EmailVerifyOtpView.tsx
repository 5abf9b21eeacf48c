import type { LoginState, ModalState, ViewName } from '@latchkey/core'
import { startEmailLogin } from '@latchkey/core/controllers/login'
import { replace } from '@latchkey/core/controllers/shell'
import { resendEmailCode, submitEmailCode } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useRunning } from '../../hooks/useRunning.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { EndedStep } from '../../primitives/ViewStates.js'
import { toEmailErrorText } from './EmailField.js'
import { emailTexts } from './messages.js'
import { OtpStep } from './OtpStep.js'

/** Takes the emailed code. */
export function EmailVerifyOtpView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(emailTexts)
  const login = useLogin('EmailVerifyOtp')
  if (!login)
    return (
      <EndedStep
        title={t('loginOverTitle')}
        text={t('loginOverText')}
        action={t('loginAgain')}
        onAction={() => replace(modal, { view: 'EmailLogin', params: undefined })}
      />
    )
  const { step, email, namespace, error } = login
  // the code was accepted, but connecting failed
  if (step === 'connecting' && error)
    return (
      <EndedStep
        title={t('walletFailed')}
        text={toEmailErrorText(t, error)}
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

/** A running login. */
type RunningLogin = Exclude<LoginState, { readonly step: 'idle' }>

const selectLogin = ({ login }: ModalState): RunningLogin | undefined =>
  login && login.step !== 'idle' ? login : undefined

/** The login by email that a view shows, if any. */
export function useLogin(view: ViewName): RunningLogin | undefined {
  return useRunning(view, selectLogin)
}
