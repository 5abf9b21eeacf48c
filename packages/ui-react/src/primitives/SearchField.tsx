import type { ReactElement } from 'react'
import { Icon } from './Icon.js'

type SearchFieldProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A field that filters a list while the user types. */
export function SearchField({ label, value, onChange }: SearchFieldProps): ReactElement {
  return (
    <label className="field" part="field">
      <Icon name="search" />
      <input
        part="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
      />
    </label>
  )
}
