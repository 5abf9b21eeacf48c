import type { ReactElement } from 'react'

/** An envelope. Apart from the other icons, as it comes with an embedded wallet only. */
export function MailIcon(): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M6 6h12a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 18 18H6a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 6 6zM5 7.2l7 5.3 7-5.3" />
    </svg>
  )
}
