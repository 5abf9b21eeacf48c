import type { EmailUpdateState, ModalState, ViewName } from '@latchkey/core'
import { replace, showToast } from '@latchkey/core/controllers/shell'
import { getAuthConnection, startEmailUpdate, submitPrimaryCode, submitSecondaryCode } from '@latchkey/core/internal'
import { loginDelays } from '@latchkey/core/plugin'
import { type ReactElement, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useRunning } from '../../hooks/useRunning.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { showFailure } from '../../primitives/Toast.js'
import { EndedStep } from '../../primitives/ViewStates.js'
import { emailTexts } from './messages.js'
import { OtpStep } from './OtpStep.js'

/** A running change of email. */
type RunningUpdate = Exclude<EmailUpdateState, { readonly step: 'idle' }>

const selectUpdate = ({ emailUpdate }: ModalState): RunningUpdate | undefined =>
  emailUpdate && emailUpdate.step !== 'idle' ? emailUpdate : undefined

/** The change of email that a view shows, if any. */
function useEmailUpdate(view: ViewName): RunningUpdate | undefined {
  return useRunning(view, selectUpdate)
}

const selectEmail = (state: ModalState): string => getAuthConnection(state)?.user?.email ?? ''

/** Takes the code that was sent to the old address. */
export function UpdateEmailPrimaryOtpView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(emailTexts)
  const current = useModalState(selectEmail)
  const update = useEmailUpdate('UpdateEmailPrimaryOtp')
  // the code was sent when this view opened
  const [resendAt] = useState(() => modal.env.now() + loginDelays.resend)
  if (!update)
    return (
      <EndedStep
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
      onResend={() => startEmailUpdate(modal, { email }).catch((cause) => showFailure(modal, t, cause))}
    />
  )
}

/** Takes the code that was sent to the new address. */
export function UpdateEmailSecondaryOtpView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(emailTexts)
  const update = useEmailUpdate('UpdateEmailSecondaryOtp')
  if (!update)
    return (
      <EndedStep
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
        // the code was accepted
        if (getAuthConnection(modal.getState())?.user?.email === email)
          showToast(modal, { variant: 'success', message: { text: t('emailChanged') } })
      }}
    />
  )
}
