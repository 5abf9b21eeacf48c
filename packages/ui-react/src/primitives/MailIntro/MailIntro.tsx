import type { ReactElement, ReactNode } from 'react'
import { MailIcon } from '../Icon/MailIcon.js'

export type MailIntroProps = {
  readonly title?: string | undefined
  /** The id of its text, for the field that it explains. */
  readonly id?: string | undefined
  readonly isBusy?: boolean | undefined
  readonly children: ReactNode
}

/** What a step is about that has to do with mail. */
export function MailIntro({ title, id, isBusy, children }: MailIntroProps): ReactElement {
  return (
    <div className="mail-intro" data-busy={isBusy || undefined}>
      <span className="tile" part="tile" aria-hidden="true">
        <MailIcon />
      </span>
      {title && <h3 dir="auto">{title}</h3>}
      <p className="muted" id={id} dir="auto">
        {children}
      </p>
    </div>
  )
}
