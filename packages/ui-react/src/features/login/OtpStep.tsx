import type { LoginError } from '@latchkey/core'
import { type ReactElement, useId } from 'react'
import { useTexts } from '../../hooks/useShell.js'
import { fill } from '../../i18n/translate.js'
import { toEmailErrorText } from './EmailField.js'
import { EmailAddress, EmailIntro, Resend } from './EmailIntro.js'
import { emailTexts } from './messages.js'
import { OtpField } from './OtpField.js'

type OtpStepProps = {
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
      <EmailIntro id={id}>{fill(text, { email: <EmailAddress key="email" email={email} /> })}</EmailIntro>
      <OtpField
        mail={resendAt}
        describedBy={id}
        busyText={busyText}
        failure={error}
        failureText={toEmailErrorText(t, error)}
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
