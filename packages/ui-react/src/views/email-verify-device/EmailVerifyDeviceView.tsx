import { goBack, replace } from '@latchkey/core/controllers'
import { resendEmailCode } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useLogin } from '../../hooks/useLogin.js'
import { fill } from '../../i18n/fill.js'
import { emailTexts } from '../../i18n/messages/email.js'
import { useTexts } from '../../i18n/useTexts.js'
import { MailFault } from '../../primitives/EmailField/MailFault.js'
import { Ended } from '../../primitives/Ended/Ended.js'
import { Address } from '../../primitives/MailIntro/Address.js'
import { MailIntro } from '../../primitives/MailIntro/MailIntro.js'
import { Resend } from '../../primitives/Resend/Resend.js'
import { useShell } from '../../router/ShellContext.js'
import { mailStyles } from '../email-verify-otp/mailStyles.js'

export { EmailVerifyDeviceView as View }
export const styles: string = mailStyles

/** Waits until the visitor has followed the mailed link, which says that this device is theirs. */
export function EmailVerifyDeviceView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(emailTexts)
  const login = useLogin('EmailVerifyDevice')
  if (!login)
    return (
      <Ended
        title={t('loginOverTitle')}
        text={t('loginOverText')}
        action={t('loginAgain')}
        onAction={() => replace(modal, { view: 'EmailLogin', params: undefined })}
      />
    )
  const { email, error, isResent, resendAt, step } = login
  const resend = (): void => {
    resendEmailCode(modal).catch(() => {
      // the state says how it failed
    })
  }
  return (
    <div className="body">
      <MailIntro title={t('deviceHeading')} isBusy={!error}>
        {fill(t('deviceText'), { email: <Address key="email" email={email} /> })}
      </MailIntro>
      <div className="fault" role="alert" dir="auto">
        {error && <MailFault error={error} />}
      </div>
      <Resend
        resendAt={resendAt}
        isBusy={step !== 'device' && !error}
        notice={isResent ? t('deviceResent') : ''}
        onResend={resend}
      />
      <button className="btn" part="button" type="button" onClick={() => goBack(modal)}>
        {t('emailOther')}
      </button>
    </div>
  )
}
