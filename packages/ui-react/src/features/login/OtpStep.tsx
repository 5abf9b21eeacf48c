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
  readonly icon?: 'mail' | 'phone' | undefined
  /** Text that names the recipient of the code, with a placeholder for the address. */
  readonly text: string
  /** The address or number that the code was sent to. */
  readonly email: string
  /** Beside the button that requests another code. */
  readonly question?: string | undefined
  /** Default: the texts of a login by email. */
  readonly toErrorText?: ((error: LoginError | undefined) => string) | undefined
  /** Text for the step in progress; empty while the user types. */
  readonly busyText: string
  readonly onCode: (code: string) => Promise<unknown>
  /** Absent if no other one can be requested. */
  readonly onResend?: (() => Promise<unknown>) | undefined
}

/** One step of a flow that takes a code from an email or an SMS. The state has its progress and errors. */
export function OtpStep({
  flow,
  icon,
  text,
  email,
  question,
  toErrorText,
  busyText,
  onCode,
  onResend,
}: OtpStepProps): ReactElement {
  const t = useTexts(emailTexts)
  const id = useId()
  const { error, isResent, resendAt } = flow
  const run = (task: Promise<unknown>): void => {
    task.catch(() => {
      // the state has the error
    })
  }
  return (
    <div className="body">
      <EmailIntro id={id} icon={icon}>
        {fill(text, { email: <EmailAddress key="email" email={email} /> })}
      </EmailIntro>
      <OtpField
        mail={resendAt}
        describedBy={id}
        busyText={busyText}
        failure={error}
        failureText={toErrorText ? toErrorText(error) : toEmailErrorText(t, error)}
        onCode={(code) => run(onCode(code))}
      />
      {onResend && (
        <Resend
          resendAt={resendAt}
          isBusy={busyText !== ''}
          notice={isResent ? t('otpResent') : ''}
          kind="code"
          question={question}
          onResend={() => run(onResend())}
        />
      )}
    </div>
  )
}
