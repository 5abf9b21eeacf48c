import type { RequestError } from '@latchkey/core'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { useTexts } from '../hooks/useShell.js'
import { toHelpKey } from '../i18n/errorKeys.js'
import { waitingTexts } from '../i18n/messages/shell.js'
import { type Params, toErrorKey } from '../i18n/translate.js'

type StatusProps = {
  /** The icon of the wallet or provider. */
  readonly mark: ReactNode
  readonly title: string
  readonly text: string
  /** False before waiting starts. */
  readonly isWaiting?: boolean | undefined
  /** The error; its texts replace the others. */
  readonly error?: RequestError | undefined
  /** Parameters of the error text. */
  readonly errorParams?: Params | undefined
  /** The title of the error, if the view has its own. */
  readonly failure?: string | undefined
  /** The help text of the error, if the view has its own. */
  readonly help?: string | undefined
  /** The label of the retry button. Default: "Try again". */
  readonly retryText?: string | undefined
  /** Disables the retry button while it is too early. */
  readonly isRetryOff?: boolean | undefined
  /** An action while it waits. */
  readonly action?: ReactNode
  readonly onRetry: () => void
  readonly onCancel: () => void
}

/** A pending or failed request: explains its state and offers the next step. */
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
    // the button disappears with the error: the heading takes the focus
    heading.current?.focus({ preventScroll: true })
    onRetry()
  }
  return (
    <div className="body">
      {/* one element for all states, so that changes are announced */}
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
