import { showToast } from '@latchkey/core/controllers/shell'
import { type ReactElement, useEffect } from 'react'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Empty } from '../../primitives/ViewStates.js'
import { AddFunds } from '../account/AddFunds.js'
import { activityTexts } from './messages.js'

/**
 * Why there is no list: no wallet is connected, the namespace has no activity, the service does not have this network, the
 * request failed, or there are no transactions. `local`: there is no service, and the app has registered none.
 */
export type ActivityNoteKind = 'not-connected' | 'none' | 'local' | 'unlisted' | 'failed' | 'empty'

type ActivityNoteProps = {
  readonly kind: ActivityNoteKind
  /** Its name. */
  readonly network: string
  readonly onRetry: () => void
}

/** Explains why there is no list of transactions. */
export function ActivityNote({ kind, network, onRetry }: ActivityNoteProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(activityTexts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once, when it happens, unless the user has left
  useEffect(() => {
    if (kind !== 'failed' || !modal.getState().modal.open) return
    showToast(modal, { variant: 'error', message: { text: t('TRANSACTIONS_UNAVAILABLE') } })
  }, [])
  if (kind === 'not-connected') return <Empty icon="wallet" title={t('activityNotConnected')} />
  if (kind === 'none') return <Empty icon="network" title={t('activityNone')} text={t('activityNoneText')} />
  if (kind === 'local') return <Empty icon="info" title={t('activityEmpty')} text={t('activityLocalText')} />
  if (kind === 'unlisted')
    return <Empty icon="network" title={t('activityNone')} text={t('activityUnlistedText', { network })} />
  if (kind === 'failed')
    return (
      <div className="list" role="alert">
        <Empty icon="warning" title={t('TRANSACTIONS_UNAVAILABLE')} text={t('activityFailedText')} />
        <button className="btn" part="button" type="button" onClick={onRetry}>
          {t('tryAgain')}
        </button>
      </div>
    )
  return (
    <div className="list">
      <div role="status">
        <Empty icon="info" title={t('activityEmpty')} text={t('activityEmptyText', { network })} />
      </div>
      <AddFunds />
    </div>
  )
}
