import type { ReactElement } from 'react'
import { Empty } from '../primitives/Empty/Empty.js'
import { useShell } from './ShellContext.js'

/** Stands in for a view whose code did not load, or that threw. */
export function FailedView({ onRetry }: { readonly onRetry: () => void }): ReactElement {
  const { modal, t } = useShell()
  return (
    <div className="body" role="alert">
      <Empty icon="warning" title={t('viewFailedTitle')} text={t('viewFailedText')} />
      <button className="btn" part="button primary" data-kind="primary" type="button" onClick={onRetry}>
        {t('tryAgain')}
      </button>
      {/* some browsers keep refusing what they could not fetch once, see loadModule */}
      <button className="btn" part="button" type="button" onClick={() => modal.env.window()?.location.reload()}>
        {t('reloadPage')}
      </button>
    </div>
  )
}
