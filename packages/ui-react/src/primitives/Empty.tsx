import type { ReactElement } from 'react'
import { Icon, type IconName } from './Icon.js'

type EmptyProps = { readonly icon: IconName; readonly title: string; readonly text?: string | undefined }

/** An empty state. */
export function Empty({ icon, title, text }: EmptyProps): ReactElement {
  return (
    <div className="empty">
      <span className="tile" part="tile" aria-hidden="true">
        <Icon name={icon} />
      </span>
      <b dir="auto">{title}</b>
      {text && (
        <p className="muted" dir="auto">
          {text}
        </p>
      )}
    </div>
  )
}

type EndedStepProps = {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly onAction: () => void
}

/** The empty state of a step whose flow has ended, as when its view is opened directly. */
export function EndedStep({ title, text, action, onAction }: EndedStepProps): ReactElement {
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
