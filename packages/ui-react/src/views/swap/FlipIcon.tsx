import type { ReactElement } from 'react'

/** Two arrows, up and down. */
export function FlipIcon(): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M8.5 18.5v-13M5 9l3.5-3.5L12 9M15.5 5.5v13M12 15l3.5 3.5L19 15" />
    </svg>
  )
}
