import type { ReactElement } from 'react'
import { Icon } from '../Icon/Icon.js'

export type EndedProps = {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly onAction: () => void
}

/** Stands in for a step of something that has ended, as when its view is opened by itself. */
export function Ended({ title, text, action, onAction }: EndedProps): ReactElement {
  return (
    <div className="body">
      <div className="empty" role="status">
        <span className="tile" part="tile" aria-hidden="true">
          <Icon name="info" />
        </span>
        <b dir="auto">{title}</b>
        <p className="muted" dir="auto">
          {text}
        </p>
      </div>
      <button className="btn" part="button primary" data-kind="primary" type="button" onClick={onAction}>
        {action}
      </button>
    </div>
  )
}
