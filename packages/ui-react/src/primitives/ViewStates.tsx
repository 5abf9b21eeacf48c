import type { Namespace } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import type { ReactElement } from 'react'
import { useShell } from '../hooks/useShell.js'
import { Icon, type IconName } from './Icon.js'

/** The skeleton of a view that is loading. */
export function LoadingView(): ReactElement {
  return (
    <div className="body" aria-hidden="true">
      <span className="bone" />
      <span className="bone" />
      <span className="bone" />
    </div>
  )
}

/** Shown if a view could not be loaded, or threw. */
export function FailedView({ onRetry }: { readonly onRetry: () => void }): ReactElement {
  const { modal, t } = useShell()
  return (
    <div className="body" role="alert">
      <Empty icon="warning" title={t('viewFailedTitle')} text={t('viewFailedText')} />
      <button className="btn" part="button primary" data-kind="primary" type="button" onClick={onRetry}>
        {t('tryAgain')}
      </button>
      {/* some browsers do not retry a module that failed to load once, see loadModule */}
      <button className="btn" part="button" type="button" onClick={() => modal.env.window()?.location.reload()}>
        {t('reloadPage')}
      </button>
    </div>
  )
}

/** Shown if no account is connected, as when another tab has disconnected it. */
export function NotConnected({ namespace }: { readonly namespace: Namespace | undefined }): ReactElement {
  const { modal, t } = useShell()
  return (
    <div className="body">
      <Empty icon="wallet" title={t('notConnected')} />
      <button
        className="btn"
        part="button primary"
        data-kind="primary"
        type="button"
        onClick={() => push(modal, { view: 'Connect', params: { namespace } })}
      >
        {t('buttonConnect')}
      </button>
    </div>
  )
}

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
