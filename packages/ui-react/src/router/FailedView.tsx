import type { ReactElement } from 'react'
import { Icon } from '../primitives/Icon/Icon.js'
import { useShell } from './ShellContext.js'

/** Stands in for a view whose code did not load, or that threw. */
export function FailedView({ onRetry }: { readonly onRetry: () => void }): ReactElement {
  const { modal, t } = useShell()
  return (
    <div className="body" role="alert">
      <div className="empty">
        <span className="tile" aria-hidden="true">
          <Icon name="warning" />
        </span>
        <b>{t('viewFailedTitle')}</b>
        <p className="muted">{t('viewFailedText')}</p>
      </div>
      <button className="btn" data-kind="primary" type="button" onClick={onRetry}>
        {t('tryAgain')}
      </button>
      {/* some browsers keep refusing what they could not fetch once, see loadModule */}
      <button className="btn" type="button" onClick={() => modal.env.window()?.location.reload()}>
        {t('reloadPage')}
      </button>
    </div>
  )
}
