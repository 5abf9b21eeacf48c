import {
  type InputHTMLAttributes,
  type ReactElement,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'

type Described = { readonly label: string; readonly hint?: ReactNode; readonly error?: string | undefined }

type Wiring = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/** A control with its label, and with a hint and an error that assistive technology reads with it. */
function Labelled({
  label,
  hint,
  error,
  children,
}: Described & { readonly children: (wiring: Wiring) => ReactElement }): ReactElement {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error !== undefined || undefined,
      })}
      {hint !== undefined && (
        <small className="muted" id={`${id}-hint`}>
          {hint}
        </small>
      )}
      {error !== undefined && (
        <small className="bad" id={`${id}-error`}>
          {error}
        </small>
      )}
    </div>
  )
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & Described

export function Field({ label, hint, error, ...rest }: FieldProps): ReactElement {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(wiring) => <input autoComplete="off" spellCheck={false} {...rest} {...wiring} />}
    </Labelled>
  )
}

type AreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & Described

export function Area({ label, hint, error, ...rest }: AreaProps): ReactElement {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(wiring) => <textarea spellCheck={false} autoComplete="off" rows={3} {...rest} {...wiring} />}
    </Labelled>
  )
}

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  readonly label: string
  readonly options: readonly (readonly [value: string, text: string])[]
}

export function Select({ label, options, ...rest }: SelectProps): ReactElement {
  return (
    <Labelled label={label}>
      {(wiring) => (
        <select {...rest} {...wiring}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}
