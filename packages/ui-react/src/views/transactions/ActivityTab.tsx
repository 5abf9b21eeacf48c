import type { ActivityState, ModalState, Network } from '@latchkey/core'
import {
  fetchTransactions,
  getConnection,
  getNetwork,
  isActivitySupported,
  showToast,
  watchTransactions,
} from '@latchkey/core/controllers'
import { type ReactElement, useCallback, useEffect } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { activityTexts } from '../../i18n/messages/activity.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Empty } from '../../primitives/Empty/Empty.js'
import listStyles from '../../primitives/LongList/LongList.css'
import { useShell } from '../../router/ShellContext.js'
import { AddFunds } from '../account/holdings/AddFunds.js'
import ownStyles from './ActivityTab.css'
import { TransactionList } from './TransactionList.js'

export const styles: string = listStyles + ownStyles

/** Rows that stand in for the first page. */
const boneCount = 7

const selectActivity = (state: ModalState): ActivityState | undefined => state.activity
const selectNetwork = (state: ModalState): Network | undefined => getNetwork(state)
const selectConnected = (state: ModalState): boolean => getConnection(state) !== undefined
const selectOpen = (state: ModalState): boolean => state.modal.open

/** What the active account has sent and received on its network, read while it is shown. */
export function ActivityTab(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(activityTexts)
  const activity = useModalState(selectActivity)
  const network = useModalState(selectNetwork)
  const isSupported = useModalState(isActivitySupported)
  const isConnected = useModalState(selectConnected)
  // the view of a closed modal stays, unseen
  const isOpen = useModalState(selectOpen)
  const onError = useCallback(
    () => showToast(modal, { variant: 'error', message: { text: t('TRANSACTIONS_UNAVAILABLE') } }),
    [modal, t],
  )
  useEffect(() => (isOpen ? watchTransactions(modal, { onError }) : undefined), [modal, isOpen, onError])
  const fetchMore = useCallback(() => void fetchTransactions(modal, { isMore: true }).catch(onError), [modal, onError])
  const retry = (): void => void fetchTransactions(modal).catch(onError)

  if (!isConnected) return <Empty icon="wallet" title={t('activityNobody')} />
  if (!isSupported) return <Empty icon="network" title={t('activityNone')} text={t('activityNoneText')} />
  const isOther = activity?.lastNetworkInView !== network?.caipNetworkId
  if (!activity || isOther || (activity.loading && activity.transactions.length === 0)) return <Bones />
  const { transactions, loading, next, error, isUnlisted } = activity
  const words = { network: network?.name ?? '' }
  if (isUnlisted) return <Empty icon="network" title={t('activityNone')} text={t('activityUnlistedText', words)} />
  if (error)
    return (
      <div className="activity-failed" role="alert">
        <b>{t('TRANSACTIONS_UNAVAILABLE')}</b>
        <p className="muted">{t('activityFailedText')}</p>
        <button className="btn" part="button" type="button" onClick={retry}>
          {t('tryAgain')}
        </button>
      </div>
    )
  return (
    <div className="activity">
      {/* one element for all states, so that a change of its words is announced */}
      <span className="sr" role="status">
        {loading ? t('activityLoading') : t('activityCount', { count: String(transactions.length) })}
      </span>
      {transactions.length > 0 && <TransactionList transactions={transactions} network={network} onEnd={fetchMore} />}
      {transactions.length === 0 && next === undefined && !loading && (
        <>
          <Empty icon="info" title={t('activityEmpty')} text={t('activityEmptyText', words)} />
          <AddFunds />
        </>
      )}
      {loading && <span className="bone" />}
      {/* for lists that do not scroll, and for pages with nothing to show */}
      {next !== undefined && !loading && (
        <button className="btn" part="button" type="button" onClick={fetchMore}>
          {t('activityMore')}
        </button>
      )}
    </div>
  )
}

function Bones(): ReactElement {
  const t = useTexts(activityTexts)
  return (
    <div className="list">
      <span className="sr" role="status">
        {t('activityLoading')}
      </span>
      {Array.from({ length: boneCount }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <span className="bone" key={index} />
      ))}
    </div>
  )
}
