import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { useEntryFocus } from '../../hooks/useEntryFocus.js'
import { emailTexts } from '../../i18n/messages/email.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../Icon/Icon.js'
import { otpLength, toDigits } from './toDigits.js'

export type OtpFieldProps = {
  /** The id of the text that says where the code is. */
  readonly describedBy: string
  /** What goes on; empty while the visitor types. */
  readonly busyText: string
  /** Tells mails apart: what was typed belongs to the one before. */
  readonly mail?: number | undefined
  /** Why the last code was not taken; another object for each. */
  readonly failure: object | undefined
  readonly failureText: string
  /** Called once for each whole code. */
  readonly onCode: (code: string) => void
}

const boxes = Array.from({ length: otpLength }, (_, index) => index)

/**
 * Takes a one-time code: one field, drawn as six boxes. The sixth digit hands it over. What was not taken is cleared, so
 * that the next one can be typed or pasted at once.
 */
export function OtpField({ describedBy, busyText, mail, failure, failureText, onCode }: OtpFieldProps): ReactElement {
  const t = useTexts(emailTexts)
  const isBusy = busyText !== ''
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const firstMail = useRef(mail)
  const [value, setValue] = useState('')
  const [isWrongLength, setWrongLength] = useState(false)
  const [seen, setSeen] = useState({ failure, mail })
  // until the visitor goes on
  const [isTold, setTold] = useState(failure !== undefined)
  if (failure !== seen.failure || mail !== seen.mail) {
    setSeen({ failure, mail })
    setTold(failure !== undefined)
    if (failure || mail !== seen.mail) {
      setWrongLength(false)
      setValue('')
    }
  }
  useEntryFocus(input)
  useEffect(() => {
    if (failure || (mail !== undefined && mail !== firstMail.current)) input.current?.focus()
  }, [failure, mail])

  const change = (text: string): void => {
    const digits = toDigits(text)
    const isTooLong = digits.length > otpLength
    setTold(false)
    setWrongLength(isTooLong)
    setValue(isTooLong ? '' : digits)
    if (digits.length === otpLength) onCode(digits)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBusy) setWrongLength(value.length !== otpLength)
  }
  const fault = isWrongLength ? t('INVALID_CODE') : isTold ? failureText : ''
  return (
    <form className="otp-form" onSubmit={submit} noValidate>
      <div className="otp" part="field" data-busy={isBusy || undefined} data-bad={fault ? '' : undefined} dir="ltr">
        {boxes.map((index) => (
          <span key={index} data-on={index === value.length || undefined} />
        ))}
        <input
          part="input"
          ref={input}
          aria-label={t('otpLabel')}
          aria-describedby={`${describedBy} ${id}`}
          aria-invalid={fault ? true : undefined}
          readOnly={isBusy}
          value={value}
          onChange={(event) => change(event.target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
        />
      </div>
      <p className="otp-line" id={id} dir="auto" data-bad={fault ? '' : undefined}>
        <span role="alert">{fault}</span>
        <span role="status">
          {isBusy && (
            <>
              <Icon name="loader" spin />
              {busyText}
            </>
          )}
        </span>
      </p>
    </form>
  )
}
