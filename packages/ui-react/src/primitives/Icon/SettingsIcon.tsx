import type { ReactElement } from 'react'

/** Two sliders. Apart from the other icons, as it comes with an embedded wallet only. */
export function SettingsIcon(): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5 8.5h8M18 8.5h1M15.5 6v5M5 15.5h1M11 15.5h8M8.5 13v5" />
    </svg>
  )
}
