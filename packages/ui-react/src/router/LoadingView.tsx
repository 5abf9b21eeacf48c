import type { ReactElement } from 'react'

/** Stands in for a view whose code is on its way. */
export function LoadingView(): ReactElement {
  return (
    <div className="body" aria-hidden="true">
      <span className="bone" />
      <span className="bone" />
      <span className="bone" />
    </div>
  )
}
