import type { ReactElement } from 'react'
import { Icon } from '../../primitives/Icon/Icon.js'

export type CurrencyPillProps = {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly id: string; readonly text: string; readonly title?: string | undefined }[]
  readonly onChange: (id: string) => void
}

/** Chooses a currency by the browser's own list, which phones and screen readers know how to show. */
export function CurrencyPill({ label, value, options, onChange }: CurrencyPillProps): ReactElement {
  const chosen = options.find(({ id }) => id === value)
  return (
    <span className="currency">
      <span aria-hidden="true">{chosen?.text ?? value}</span>
      <Icon name="down" />
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(({ id, text, title = text }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </span>
  )
}
