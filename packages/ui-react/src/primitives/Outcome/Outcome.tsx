import type { ReactElement, ReactNode } from 'react'
import { focusHere } from '../../hooks/focusHere.js'
import { Icon } from '../Icon/Icon.js'

export type OutcomeProps = {
  /** `busy`: somebody is waited for. */
  readonly kind: 'busy' | 'good' | 'unknown' | 'bad'
  readonly title: string
  readonly text: string
  /** Leads to the transaction; see toTransactionLink.ts. */
  readonly link?: { readonly href: string; readonly text: string } | undefined
  /** The way on. */
  readonly children?: ReactNode
}

const icons = { busy: 'loader', good: 'check', unknown: 'info', bad: 'warning' } as const

/** What becomes of something that was sent. One element for all that happens, so that each change is announced. */
export function Outcome({ kind, title, text, link, children }: OutcomeProps): ReactElement {
  return (
    <div className="body">
      <div className="outcome" role="status" data-kind={kind}>
        <span className="mark">
          <Icon name={icons[kind]} spin={kind === 'busy'} />
        </span>
        <h3 dir="auto" tabIndex={-1} ref={focusHere}>
          {title}
        </h3>
        <p className="muted" dir="auto">
          {text}
        </p>
      </div>
      {link && (
        <a className="btn" part="button" href={link.href} target="_blank" rel="noopener noreferrer">
          {link.text}
          <Icon name="external" />
        </a>
      )}
      {children}
    </div>
  )
}
