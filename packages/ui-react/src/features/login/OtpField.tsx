import { type ChangeEvent, type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { useEntryFocus } from '../../hooks/focus.js'
import { useTexts } from '../../hooks/useShell.js'
import { toAsciiDigits } from '../../i18n/amounts.js'
import { Icon } from '../../primitives/Icon.js'
import { emailTexts } from './messages.js'

/** Digits of a one-time code. */
export const otpLength = 6

export type OtpFieldProps = {
  /** The id of the text that says where the code was sent. */
  readonly describedBy: string
  /** Text for the step in progress; empty while the user types. */
  readonly busyText: string
  /** Changes with each email: input for the email before is cleared. */
  readonly mail?: number | undefined
  /** The error of the last code; a new object for each. */
  readonly failure: object | undefined
  readonly failureText: string
  /** Called once for each complete code. */
  readonly onCode: (code: string) => void
}

const boxes = Array.from({ length: otpLength }, (_, index) => index)

/**
 * Takes a one-time code: one field, drawn as six boxes. The sixth digit submits it. A rejected code is cleared, so that
 * the next one can be typed or pasted at once.
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
  // until the user types again
  const [isErrorShown, setErrorShown] = useState(failure !== undefined)
  if (failure !== seen.failure || mail !== seen.mail) {
    setSeen({ failure, mail })
    setErrorShown(failure !== undefined)
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
    setErrorShown(false)
    setWrongLength(isTooLong)
    setValue(isTooLong ? '' : digits)
    if (digits.length === otpLength) onCode(digits)
  }
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void => {
    const isComposing = 'isComposing' in nativeEvent && nativeEvent.isComposing === true
    // a changed text would end the composition, and the input method would insert its digits again
    if (isComposing && toDigits(target.value) !== target.value) setValue(target.value)
    else change(target.value)
  }
  const onCompositionEnd = (): void => {
    if (toDigits(value) !== value) change(value)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBusy) setWrongLength(value.length !== otpLength)
  }
  const errorText = isWrongLength ? t('INVALID_CODE') : isErrorShown ? failureText : ''
  return (
    <form className="otp-form" onSubmit={submit} noValidate>
      <div className="otp" part="field" data-busy={isBusy || undefined} data-bad={errorText ? '' : undefined} dir="ltr">
        {boxes.map((index) => (
          <span key={index} data-on={index === value.length || undefined} />
        ))}
        <input
          part="input"
          ref={input}
          aria-label={t('otpLabel')}
          aria-describedby={`${describedBy} ${id}`}
          aria-invalid={errorText ? true : undefined}
          readOnly={isBusy}
          value={value}
          onChange={onChange}
          onCompositionEnd={onCompositionEnd}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
        />
      </div>
      <p className="otp-line" id={id} dir="auto" data-bad={errorText ? '' : undefined}>
        <span role="alert">{errorText}</span>
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
 * The digits of typed or pasted text; full-width and Arabic digits become ASCII. If a pasted text contains exactly one
 * code, that code; else all digits, which may be more or fewer than a code has.
 */
export function toDigits(text: string): string {
  const plain = toAsciiDigits(text.normalize('NFKC'))
    // separators that emails and users put between the digits
    .replace(/[\s\p{Pd}.\u200b]/gu, '')
  const codes = plain.match(/(?<!\d)\d{6}(?!\d)/g)
  return codes?.length === 1 && codes[0] ? codes[0] : plain.replace(/\D/g, '')
}
