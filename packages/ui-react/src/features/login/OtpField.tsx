import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { useEntryFocus } from '../../hooks/focus.js'
import { useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { emailTexts } from './messages.js'

/** Digits of a one-time code. */
export const otpLength = 6

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

/**
 * The digits of what was typed or pasted: full-width and Arabic ones as those of ASCII. Where a whole text was pasted
 * the code in it, if there is one; else all its digits, which may be more or fewer than a code has.
 */
export function toDigits(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.charCodeAt(0) - 0x0660) % 16))
    // what mails and visitors put between the digits
    .replace(/[\s\p{Pd}.\u200b]/gu, '')
  const codes = plain.match(/(?<!\d)\d{6}(?!\d)/g)
  return codes?.length === 1 && codes[0] ? codes[0] : plain.replace(/\D/g, '')
}
