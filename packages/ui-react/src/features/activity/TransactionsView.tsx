import { type ActivityState, getConnection, getNetwork, type ModalState, type Network } from '@latchkey/core'
import { fetchTransactions, watchTransactions } from '@latchkey/core/controllers/activity'
import { isActivitySupported } from '@latchkey/core/internal'
import { type ReactElement, useCallback, useEffect } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { ActivityNote, type ActivityNoteKind } from './ActivityNote.js'
import { activityTexts } from './messages.js'
import { TransactionList } from './TransactionList.js'

/** Skeleton rows for the first page. */
const skeletonKeys = [1, 2, 3, 4, 5, 6, 7]

/** The state before the first page is loaded. */
const none = { transactions: [], loading: true, next: undefined }

const onError = (): void => {
  // the note shows it
}

/** The transactions of the account as a view of its own. */
export function TransactionsView(): ReactElement {
  return (
    <div className="body">
      <ActivityTab />
    </div>
  )
}

type Shown = {
  readonly network: Network | undefined
  /** Of that network. */
  readonly activity: ActivityState | undefined
  /** The note to show if there is no list. */
  readonly kind: ActivityNoteKind | undefined
  readonly isOpen: boolean
}

function selectShown(state: ModalState): Shown {
  const network = getNetwork(state)
  const isListed = state.activity?.lastNetworkInView === network?.caipNetworkId
  const activity = isListed ? state.activity : undefined
  return { network, activity, kind: toKind(state, activity), isOpen: state.modal.open }
}

function toKind(state: ModalState, activity: ActivityState | undefined): ActivityNoteKind | undefined {
  if (!getConnection(state)) return 'nobody'
  if (!isActivitySupported(state)) return 'none'
  if (activity?.isUnlisted) return 'unlisted'
  if (activity?.error) return 'failed'
  return activity?.empty && activity.next === undefined ? 'empty' : undefined
}

/** What the active account has sent and received on its network, read while it is shown. */
export function ActivityTab(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(activityTexts)
  const { network, activity, kind, isOpen } = useModalState(selectShown)
  // the view stays mounted while the modal is closed
  useEffect(() => (isOpen ? watchTransactions(modal, { onError }) : undefined), [modal, isOpen])
  const fetchMore = useCallback(() => void fetchTransactions(modal, { isMore: true }).catch(onError), [modal])
  const retry = (): void => void fetchTransactions(modal).catch(onError)

  if (kind) return <ActivityNote kind={kind} network={network?.name ?? ''} onRetry={retry} />

  const { transactions, loading, next } = activity ?? none
  const isEmpty = transactions.length === 0
  const onMore = next === undefined ? undefined : fetchMore
  return (
    <div className="list">
      {/* one element for all states, so that changes are announced */}
      <span className="sr" role="status">
        {loading ? t('activityLoading') : t('activityCount', { count: String(transactions.length) })}
      </span>
      {!isEmpty && <TransactionList transactions={transactions} network={network} onEnd={onMore} />}
      {loading && skeletonKeys.slice(0, isEmpty ? undefined : 1).map((name) => <span className="bone" key={name} />)}
      {/* for lists that do not scroll, and for empty pages */}
      {onMore && !loading && (
        <button className="btn" part="button" type="button" onClick={onMore}>
          {t('activityMore')}
        </button>
      )}
    </div>
  )
}
