import {
  type CaipNetworkId,
  getConnection,
  type ModalState,
  type SmartSession,
  type SmartSessionsState,
} from '@latchkey/core'
import { listSmartSessions } from '@latchkey/core/controllers/sessions'
import { groupSmartSessions } from '@latchkey/core/internal'
import { type ReactElement, useCallback, useEffect, useState } from 'react'
import { useKeptFocus } from '../../hooks/focus.js'
import { useNetworkById } from '../../hooks/networks.js'
import { useIsOpen } from '../../hooks/useAfterPaint.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Tabs } from '../../primitives/Tabs.js'
import { Empty, LoadingView } from '../../primitives/ViewStates.js'
import { settingsTexts } from './messages.js'
import { SessionItem, type SessionItemProps } from './SessionItem.js'

const groups = ['active', 'expired', 'revoked'] as const

const selectSessions = ({ smartSessions }: ModalState): SmartSessionsState | undefined => smartSessions

/** The account whose permissions are shown. */
const selectOwner = (state: ModalState): string | undefined => {
  const connection = getConnection(state, 'eip155')
  return connection && `${connection.caipNetworkId}:${connection.accounts[0].address}`
}

const selectNetworkId = (state: ModalState): CaipNetworkId | undefined => getConnection(state, 'eip155')?.caipNetworkId

/** Permissions of apps to act for the account, and revoking them. */
export function SmartSessionsView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(settingsTexts)
  const known = useModalState(selectSessions)
  const owner = useModalState(selectOwner)
  const network = useNetworkById(useModalState(selectNetworkId))
  const [shown, setShown] = useState<(typeof groups)[number]>('active')
  const load = useCallback(() => {
    listSmartSessions(modal).catch(() => {
      // no wallet is connected: the view shows it
    })
  }, [modal])
  // the view stays mounted while the modal is closed
  const isOpen = useIsOpen()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of account fetches again
  useEffect(() => {
    if (isOpen) load()
  }, [load, owner, isOpen])

  if (owner === undefined)
    return (
      <div className="body">
        <Empty icon="info" title={t('sessionsNotHere')} text={t('sessionsNotHereText')} />
      </div>
    )
  const { status = 'loading', sessions = [], revoking } = known?.caipAddress === owner ? known : {}
  if (status === 'loading' && sessions.length === 0) return <LoadingView />
  if (status === 'failed')
    return (
      <div className="body">
        <div role="alert">
          <Empty icon="warning" title={t('sessionsFailed')} text={t('sessionsFailedText')} />
        </div>
        <button className="btn" part="button primary" data-kind="primary" type="button" onClick={load}>
          {t('tryAgain')}
        </button>
      </div>
    )
  const grouped = groupSmartSessions(sessions, modal.env.now())
  const list = grouped[shown]
  return (
    <div className="body">
      <Tabs
        label={t('sessionsLabel')}
        tabs={groups.map((name) => ({
          name,
          title: grouped[name].length > 0 ? `${t(`sessions_${name}`)} ${grouped[name].length}` : t(`sessions_${name}`),
        }))}
        selected={shown}
        onSelect={setShown}
      >
        <SessionList sessions={list} group={shown} revoking={revoking} nativeCurrency={network?.nativeCurrency} />
      </Tabs>
    </div>
  )
}

type SessionListProps = Omit<SessionItemProps, 'session'> & { readonly sessions: readonly SmartSession[] }

/** The permissions of one group. Revoking one removes its button with it. */
function SessionList({ sessions, group, ...rest }: SessionListProps): ReactElement {
  const t = useTexts(settingsTexts)
  const list = useKeptFocus(sessions.length)
  return (
    <section className="grants" aria-label={t('sessionsTitle')} tabIndex={-1} ref={list}>
      {sessions.length === 0 ? (
        <Empty
          icon="key"
          title={t(`sessions_${group}_none`)}
          text={group === 'active' ? t('sessions_active_noneText') : undefined}
        />
      ) : (
        <ul className="grants" aria-label={t('sessionsTitle')}>
          {sessions.map((session) => (
            <SessionItem key={session.pci} session={session} group={group} {...rest} />
          ))}
        </ul>
      )}
    </section>
  )
}
