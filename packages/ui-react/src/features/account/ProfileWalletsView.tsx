import type { ConnectionEntry, ModalState, Namespace } from '@latchkey/core'
import { push, replace } from '@latchkey/core/controllers/shell'
import { type ReactElement, useCallback } from 'react'
import type { ViewProps } from '../../defineView.js'
import { useKeptFocus } from '../../hooks/focus.js'
import { getShownNamespaces } from '../../hooks/networks.js'
import { useConnectionEntries } from '../../hooks/useConnectionEntries.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useNamespaceName } from '../../hooks/useNamespaceName.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { Tabs } from '../../primitives/Tabs.js'
import { Empty } from '../../primitives/ViewStates.js'
import { ActiveWallet } from './ActiveWallet.js'
import { accountTexts } from './messages.js'
import { useWalletActions, type WalletActions } from './useWalletActions.js'
import { WalletEntry } from './WalletEntry.js'

const selectActive = (state: ModalState): Namespace | undefined => state.activeNamespace

/** The wallets of each namespace: connected and recent ones. */
export function ProfileWalletsView({ params }: ViewProps<'ProfileWallets'>): ReactElement | null {
  const { modal } = useShell()
  const t = useTexts(accountTexts)
  const nameOf = useNamespaceName()
  const shown = useModalState<readonly Namespace[]>(getShownNamespaces)
  const active = useModalState(selectActive)
  const actions = useWalletActions()
  const live = useConnectionEntries().filter(
    ({ namespace, status }) => status !== 'disconnected' && shown.includes(namespace),
  )
  const selected = [params?.namespace, active, shown[0]].find((name) => name && shown.includes(name))
  if (!selected) return null
  // in the route, so that going back from another view shows the same tab
  const select = (namespace: Namespace): void => replace(modal, { view: 'ProfileWallets', params: { namespace } })
  const panel = <WalletPanel namespace={selected} actions={actions} />
  return (
    <div className="body">
      {shown.length > 1 ? (
        <Tabs
          label={t('families')}
          tabs={shown.map((name) => ({ name, title: nameOf(name) }))}
          selected={selected}
          onSelect={select}
        >
          {panel}
        </Tabs>
      ) : (
        panel
      )}
      {live.length > 1 && (
        <button className="btn" part="button" data-tone="bad" type="button" onClick={actions.leaveAll}>
          {t('disconnectAll')}
        </button>
      )}
    </div>
  )
}

const selectMultiWallet = (state: ModalState): boolean => state.features.multiWallet

type WalletPanelProps = { readonly namespace: Namespace; readonly actions: WalletActions }

/** The wallets of one namespace. */
function WalletPanel({ namespace, actions }: WalletPanelProps): ReactElement {
  const { modal } = useShell()
  const nameOf = useNamespaceName()
  const t = useTexts(accountTexts)
  const isMultiWallet = useModalState(selectMultiWallet)
  const isRestoring = useModalState(
    useCallback((state: ModalState) => state.namespaces[namespace]?.connection.status === 'connecting', [namespace]),
  )
  const entries = useConnectionEntries(namespace)
  const panel = useKeptFocus(entries)
  const active = entries.find(({ status }) => status === 'active')
  const others = entries.filter(({ status }) => status === 'connected')
  const ended = entries.filter(({ status }) => status === 'disconnected')
  const onceConnected = isMultiWallet ? 'walletAdd' : 'walletChange'
  return (
    <section className="profile" aria-label={nameOf(namespace)} tabIndex={-1} ref={panel}>
      {active && <ActiveWallet entry={active} actions={actions} />}
      {!active && isRestoring && (
        <span className="bone" aria-busy="true">
          <span className="sr">{t('buttonConnecting')}</span>
        </span>
      )}
      {entries.length === 0 && !isRestoring && <NoWallet chain={nameOf(namespace)} />}
      <Entries title={t('walletsOther')} entries={others} actions={actions} />
      <Entries title={t('walletsEnded')} entries={ended} actions={actions} />
      <button
        className="btn"
        part={active ? 'button' : 'button primary'}
        data-kind={active ? undefined : 'primary'}
        type="button"
        onClick={() => push(modal, { view: 'Connect', params: { namespace } })}
      >
        <Icon name="add" />
        {active ? t(onceConnected) : t(isMultiWallet ? 'walletAdd' : 'buttonConnect')}
      </button>
    </section>
  )
}

type EntriesProps = {
  readonly title: string
  readonly entries: readonly ConnectionEntry[]
  readonly actions: WalletActions
}

function Entries({ title, entries, actions }: EntriesProps): ReactElement | null {
  if (entries.length === 0) return null
  return (
    <>
      <h3 className="group">{title}</h3>
      <ul className="list" aria-label={title}>
        {entries.map((entry) => (
          <li key={entry.connectorId}>
            <WalletEntry entry={entry} actions={actions} />
          </li>
        ))}
      </ul>
    </>
  )
}

function NoWallet({ chain }: { readonly chain: string }): ReactElement {
  const t = useTexts(accountTexts)
  return <Empty icon="wallet" title={t('walletsEmptyTitle', { chain })} text={t('walletsEmptyText')} />
}
