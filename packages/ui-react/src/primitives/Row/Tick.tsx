import type { ReactElement } from 'react'
import { Icon } from '../Icon/Icon.js'

/** At the end of the row that holds. */
export function Tick({ label }: { readonly label: string }): ReactElement {
  return (
    <span className="tick">
      <Icon name="check" />
      <span className="sr">{label}</span>
    </span>
  )
}
