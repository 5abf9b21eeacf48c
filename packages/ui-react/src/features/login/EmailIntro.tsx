import type { ReactElement, ReactNode } from 'react'
import { useSecondsUntil } from '../../hooks/useSecondsUntil.js'
import { useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { emailTexts } from './messages.js'

type EmailIntroProps = {
  /** Default: `mail`. */
  readonly icon?: 'mail' | 'phone' | undefined
  readonly title?: string | undefined
  /** The id of its text, for the field that it explains. */
  readonly id?: string | undefined
  readonly isBusy?: boolean | undefined
  readonly children: ReactNode
}

/** The introduction of a step with an email or an SMS. */
export function EmailIntro({ icon = 'mail', title, id, isBusy, children }: EmailIntroProps): ReactElement {
  return (
    <div className="mail-intro" data-busy={isBusy || undefined}>
      <span className="tile" part="tile" aria-hidden="true">
        <Icon name={icon} />
      </span>
      {title && <h3 dir="auto">{title}</h3>}
      <p className="muted" id={id} dir="auto">
        {children}
      </p>
    </div>
  )
}

/** An email address or a phone number in a text, always left-to-right. */
export function EmailAddress({ email }: { readonly email: string }): ReactElement {
  return (
    <b>
      <bdi dir="ltr">{email}</bdi>
    </b>
  )
}

type ResendProps = {
  /** Milliseconds since the epoch: when another email may be requested. */
  readonly resendAt: number | undefined
  readonly isBusy: boolean
  /** Says that another email was sent; empty until then. */
  readonly notice: string
  /** Whether the email contains a code or a link. */
  readonly kind: 'code' | 'link'
  /** Default: about the spam folder. */
  readonly question?: string | undefined
  readonly onResend: () => void
}

/** Requests another email or SMS once that is allowed. The countdown is not announced. [S9.1] */
export function Resend({ resendAt, isBusy, notice, kind, question, onResend }: ResendProps): ReactElement {
  const t = useTexts(emailTexts)
  const left = useSecondsUntil(resendAt) ?? 0
  const isOff = left > 0 || isBusy
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <div className="resend">
      <p role="status" dir="auto">
        {notice || question || t('resendQuestion')}
      </p>
      {/* a disabled button would lose the focus */}
      <button type="button" aria-disabled={isOff || undefined} onClick={() => isOff || onResend()}>
        {left > 0 ? t('resendIn', { time }) : t(kind === 'code' ? 'resend' : 'deviceAgain')}
      </button>
    </div>
  )
}
