import type { Namespace } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import type { ReactElement } from 'react'
import { useShell, useTexts } from '../hooks/useShell.js'
import { sharedTexts } from '../i18n/messages/shared.js'
import { Empty } from './Empty.js'

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
  const { modal } = useShell()
  const t = useTexts(sharedTexts)
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
