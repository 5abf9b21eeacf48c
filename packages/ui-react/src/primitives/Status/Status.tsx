import type { AskError } from '@latchkey/core'
import type { ReactElement, ReactNode } from 'react'
import { toErrorKeys } from '../../i18n/translate.js'
import { useShell } from '../../router/ShellContext.js'

export type StatusProps = {
  /** The mark of what is being waited for. */
  readonly mark: ReactNode
  readonly title: string
  readonly text: string
  /** How it failed; then its words show in place of the others. */
  readonly error?: AskError | undefined
  readonly onRetry: () => void
  readonly onCancel: () => void
}

/** A request that waits for somebody, or failed: says what is up and offers the next step. */
export function Status({ mark, title, text, error, onRetry, onCancel }: StatusProps): ReactElement {
  const { t } = useShell()
  const keys = error && toErrorKeys(error.code)
  return (
    <div className="body">
      {/* one element for all states, so that a change of its words is announced */}
      <div className="status" role="status" data-bad={keys ? '' : undefined}>
        <span className="ring" data-busy={keys ? undefined : ''} data-bad={keys ? '' : undefined}>
          {mark}
          <svg viewBox="0 0 104 104" aria-hidden="true">
            <rect x="2" y="2" width="100" height="100" rx="33" pathLength="100" />
          </svg>
        </span>
        <h3>{keys ? t(keys.title) : title}</h3>
        <p className="muted">{keys ? t(keys.help) : text}</p>
      </div>
      {keys && (
        <button className="btn" data-kind="primary" type="button" onClick={onRetry}>
          {t('tryAgain')}
        </button>
      )}
      <button className="btn" type="button" onClick={onCancel}>
        {t('cancel')}
      </button>
    </div>
  )
}
