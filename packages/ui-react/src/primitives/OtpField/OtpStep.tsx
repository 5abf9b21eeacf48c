import type { LoginError } from '@latchkey/core'
import { type ReactElement, useId } from 'react'
import { fill } from '../../i18n/fill.js'
import { emailTexts } from '../../i18n/messages/email.js'
import { toFaultText } from '../../i18n/toFaultText.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Address } from '../MailIntro/Address.js'
import { MailIntro } from '../MailIntro/MailIntro.js'
import { Resend } from '../Resend/Resend.js'
import { OtpField } from './OtpField.js'

export type OtpStepProps = {
  /** What runs. */
  readonly flow: {
    readonly isResent?: boolean | undefined
    readonly resendAt?: number | undefined
    readonly error?: LoginError | undefined
  }
  /** Where the code is, with a place for the address. */
  readonly text: string
  /** Where it was mailed to. */
  readonly email: string
  /** What goes on; empty while the visitor types. */
  readonly busyText: string
  readonly onCode: (code: string) => Promise<unknown>
  /** Absent where there is no other mail to be had. */
  readonly onResend?: (() => Promise<unknown>) | undefined
}

/** One step of a flow that takes a mailed code. The state says how it goes; what is handed over never throws. */
export function OtpStep({ flow, text, email, busyText, onCode, onResend }: OtpStepProps): ReactElement {
  const t = useTexts(emailTexts)
  const id = useId()
  const { error, isResent, resendAt } = flow
  const run = (task: Promise<unknown>): void => {
    task.catch(() => {
      // the state says how it failed
    })
  }
  return (
    <div className="body">
      <MailIntro id={id}>{fill(text, { email: <Address key="email" email={email} /> })}</MailIntro>
      <OtpField
        mail={resendAt}
        describedBy={id}
        busyText={busyText}
        failure={error}
        failureText={toFaultText(t, error)}
        onCode={(code) => run(onCode(code))}
      />
      {onResend && (
        <Resend
          resendAt={resendAt}
          isBusy={busyText !== ''}
          notice={isResent ? t('otpResent') : ''}
          onResend={() => run(onResend())}
        />
      )}
    </div>
  )
}
