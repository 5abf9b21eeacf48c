import { goBack, replace } from '@latchkey/core/controllers/shell'
import { resendEmailCode } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { fill } from '../../i18n/translate.js'
import { EndedStep } from '../../primitives/ViewStates.js'
import { EmailError } from './EmailField.js'
import { EmailAddress, EmailIntro, Resend } from './EmailIntro.js'
import { useLogin } from './EmailVerifyOtpView.js'
import { emailTexts } from './messages.js'

/** Waits until the user has approved this device by the emailed link. */
export function EmailVerifyDeviceView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(emailTexts)
  const login = useLogin('EmailVerifyDevice')
  if (!login)
    return (
      <EndedStep
        title={t('loginOverTitle')}
        text={t('loginOverText')}
        action={t('loginAgain')}
        onAction={() => replace(modal, { view: 'EmailLogin', params: undefined })}
      />
    )
  const { email, error, isResent, resendAt, step } = login
  const resend = (): void => {
    resendEmailCode(modal).catch(() => {
      // the state has the error
    })
  }
  return (
    <div className="body">
      <EmailIntro title={t('deviceHeading')} isBusy={!error}>
        {fill(t('deviceText'), { email: <EmailAddress key="email" email={email} /> })}
      </EmailIntro>
      <div className="fault" role="alert" dir="auto">
        {error && <EmailError error={error} />}
      </div>
      <Resend
        resendAt={resendAt}
        isBusy={step !== 'device' && !error}
        notice={isResent ? t('deviceResent') : ''}
        kind="link"
        onResend={resend}
      />
      <button className="btn" part="button" type="button" onClick={() => goBack(modal)}>
        {t('emailOther')}
      </button>
    </div>
  )
}
