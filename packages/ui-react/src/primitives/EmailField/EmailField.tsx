import type { ReactElement, ReactNode, RefObject } from 'react'
import { useId } from 'react'
import { MailIcon } from '../Icon/MailIcon.js'

export type EmailFieldProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** What is wrong with it. */
  readonly fault: ReactNode
  readonly isBusy: boolean
  /** At its end: the way on. */
  readonly end?: ReactNode
  readonly field?: RefObject<HTMLInputElement | null> | undefined
}

/** A field for an email address, and what is wrong with it below. */
export function EmailField({ label, value, onChange, fault, isBusy, end, field }: EmailFieldProps): ReactElement {
  const id = useId()
  return (
    <div className="email">
      <label className="field" part="field" data-bad={fault ? '' : undefined}>
        <MailIcon />
        <input
          part="input"
          ref={field}
          type="email"
          aria-label={label}
          aria-describedby={id}
          aria-invalid={fault ? true : undefined}
          placeholder={label}
          value={value}
          readOnly={isBusy}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          // addresses run from left to right; the words that stand in for one as their language does
          dir={value ? 'ltr' : undefined}
        />
        {end}
      </label>
      <div className="fault" id={id} role="alert" dir="auto">
        {fault}
      </div>
    </div>
  )
}
