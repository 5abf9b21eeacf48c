import type { ReactElement } from 'react'
import { useSecondsUntil } from '../../hooks/useSecondsUntil.js'
import { emailTexts } from '../../i18n/messages/email.js'
import { useTexts } from '../../i18n/useTexts.js'

export type ResendProps = {
  /** Milliseconds since the epoch: when another mail may be asked for. */
  readonly resendAt: number | undefined
  readonly isBusy: boolean
  /** Says that another mail is on its way; empty until then. */
  readonly notice: string
  readonly onResend: () => void
}

/** Asks for another mail, once that is allowed. It counts down quietly. [S9.1] */
export function Resend({ resendAt, isBusy, notice, onResend }: ResendProps): ReactElement {
  const t = useTexts(emailTexts)
  const left = useSecondsUntil(resendAt) ?? 0
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <div className="resend">
      <p role="status" dir="auto">
        {notice || t('resendQuestion')}
      </p>
      <button type="button" disabled={left > 0 || isBusy} onClick={onResend}>
        {left > 0 ? t('resendIn', { time }) : t('resend')}
      </button>
    </div>
  )
}
