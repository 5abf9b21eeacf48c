import { type InputHTMLAttributes, type ReactElement, type ReactNode, useId } from 'react'
import { loadFormParts } from './loadFormParts.js'

export type SendFieldProps = {
  readonly label: string
  readonly isBad: boolean
  readonly input: InputHTMLAttributes<HTMLInputElement>
  readonly onChange: (text: string) => void
  /** Stands beside the field. */
  readonly children: ReactNode
  /** Says something of what was typed. */
  readonly note: ReactNode
  /** Stands at the end of the line below. */
  readonly end?: ReactNode
}

/** A field of the form, with its label and what is said of it. */
export function SendField({ label, isBad, input, onChange, children, note, end }: SendFieldProps): ReactElement {
  const id = useId()
  return (
    <div className="sendbox" part="field" data-bad={isBad || undefined}>
      <label htmlFor={id}>{label}</label>
      <input
        part="input"
        id={id}
        aria-invalid={isBad || undefined}
        aria-describedby={`${id}-more`}
        onFocus={prepare}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        {...input}
      />
      {children}
      <div className="more" id={`${id}-more`}>
        <span role="status">{note}</span>
        {end}
      </div>
    </div>
  )
}

/** What the first key needs is there by then; that it cannot be loaded is told by that. */
function prepare(): void {
  loadFormParts().catch(() => undefined)
}
