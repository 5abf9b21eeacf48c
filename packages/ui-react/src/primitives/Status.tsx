import type { AskError } from '@latchkey/core'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { useTexts } from '../hooks/useShell.js'
import { toHelpKey } from '../i18n/errorKeys.js'
import { waitingTexts } from '../i18n/messages/shell.js'
import { type Params, toErrorKey } from '../i18n/translate.js'

type StatusProps = {
  /** The mark of what is being waited for. */
  readonly mark: ReactNode
  readonly title: string
  readonly text: string
  /** False before anything is waited for. */
  readonly isWaiting?: boolean | undefined
  /** How it failed; then its words show in place of the others. */
  readonly error?: AskError | undefined
  /** What the words of the error name. */
  readonly errorParams?: Params | undefined
  /** What happened, where the view has words of its own for the error. */
  readonly failure?: string | undefined
  /** What to do about the error, where the view knows better than its code says. */
  readonly help?: string | undefined
  /** What trying again does; "Try again" unless told. */
  readonly retryText?: string | undefined
  /** It is too early to try again. */
  readonly isRetryOff?: boolean | undefined
  /** What helps while it waits. */
  readonly action?: ReactNode
  readonly onRetry: () => void
  readonly onCancel: () => void
}

/** A request that waits for somebody, or failed: says what is up and offers the next step. */
export function Status(props: StatusProps): ReactElement {
  const {
    mark,
    title,
    text,
    isWaiting = true,
    error,
    errorParams,
    failure,
    help,
    retryText,
    isRetryOff,
    action,
    onRetry,
    onCancel,
  } = props
  const t = useTexts(waitingTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  const retry = (): void => {
    // the button goes with the failure: the focus stays with what is told
    heading.current?.focus({ preventScroll: true })
    onRetry()
  }
  return (
    <div className="body">
      {/* one element for all states, so that a change of its words is announced */}
      <div className="status" role="status" data-bad={error ? '' : undefined}>
        <span className="ring" data-busy={isWaiting && !error ? '' : undefined}>
          {mark}
          <svg viewBox="0 0 104 104" aria-hidden="true">
            <rect x="2" y="2" width="100" height="100" rx="33" pathLength="100" />
          </svg>
        </span>
        <h3 dir="auto" tabIndex={-1} ref={heading}>
          {error ? (failure ?? t(toErrorKey(error.code), errorParams)) : title}
        </h3>
        <p className="muted" dir="auto">
          {error ? (help ?? t(toHelpKey(error.code))) : text}
        </p>
      </div>
      {error && (
        <button
          className="btn"
          part="button primary"
          data-kind="primary"
          type="button"
          disabled={isRetryOff}
          onClick={retry}
        >
          {retryText ?? t('tryAgain')}
        </button>
      )}
      {!error && action}
      <button className="btn" part="button" type="button" onClick={onCancel}>
        {t('cancel')}
      </button>
    </div>
  )
}
