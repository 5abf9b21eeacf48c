import type { ReactElement } from 'react'
import { Icon, type IconName } from '../Icon/Icon.js'

export type EmptyProps = { readonly icon: IconName; readonly title: string; readonly text?: string | undefined }

/** Stands in for what is not there. */
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
