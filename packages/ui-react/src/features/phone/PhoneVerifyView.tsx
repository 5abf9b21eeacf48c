import type { LoginError, ModalState, PhoneLoginState } from '@latchkey/core'
import { startPhoneLogin } from '@latchkey/core/controllers/phone'
import { replace } from '@latchkey/core/controllers/shell'
import { resendPhoneCode, submitPhoneCode } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useRunning } from '../../hooks/useRunning.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { EndedStep } from '../../primitives/ViewStates.js'
import { toEmailErrorText } from '../login/EmailField.js'
import { OtpStep } from '../login/OtpStep.js'
import { phoneTexts } from './messages.js'

type RunningLogin = Exclude<PhoneLoginState, { readonly step: 'idle' }>

const selectLogin = ({ phoneLogin }: ModalState): RunningLogin | undefined =>
  phoneLogin && phoneLogin.step !== 'idle' ? phoneLogin : undefined

/** Takes the code of the SMS. */
export function PhoneVerifyView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(phoneTexts)
  const toErrorText = usePhoneErrorText()
  const login = useRunning('PhoneVerify', selectLogin)
  if (!login)
    return (
      <EndedStep
        title={t('loginOverTitle')}
        text={t('phoneOverText')}
        action={t('loginAgain')}
        onAction={() => replace(modal, { view: 'PhoneLogin', params: undefined })}
      />
    )
  const { step, typed, phone = typed, namespace, error } = login
  // the code was accepted, but connecting failed
  if (step === 'connecting' && error)
    return (
      <EndedStep
        title={t('walletFailed')}
        text={toErrorText(error)}
        action={t('tryAgain')}
        onAction={() => void startPhoneLogin(modal, { phone: typed, namespace })}
      />
    )
  const isTyping = error !== undefined || step === 'otp'
  return (
    <OtpStep
      flow={login}
      icon="phone"
      text={t('otpText')}
      email={phone}
      question={t('phoneQuestion')}
      toErrorText={toErrorText}
      busyText={isTyping ? '' : t(`otp_${step}`)}
      onCode={(code) => submitPhoneCode(modal, { code })}
      onResend={() => resendPhoneCode(modal)}
    />
  )
}

/** The texts of failed steps: those of a login by email, and those about numbers. */
export function usePhoneErrorText(): (error: LoginError | undefined) => string {
  const t = useTexts(phoneTexts)
  return (error) => {
    const { code } = error ?? {}
    if (code === 'INVALID_PHONE' || code === 'PHONE_NOT_ALLOWED' || code === 'SMS_FAILED') return t(code)
    return toEmailErrorText(t, error)
  }
}
