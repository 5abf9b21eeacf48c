import type { ConnectionEntry, ModalState, Namespace } from '@latchkey/core'
import { push, replace } from '@latchkey/core/controllers/shell'
import { getJoinedConnectorIds } from '@latchkey/core/internal'
import { type ReactElement, useCallback, useMemo } from 'react'
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
import { findWallet } from './disconnectWallet.js'
import { accountTexts } from './messages.js'
import { type ListedWallet, useWalletActions, type WalletActions } from './useWalletActions.js'
import { WalletEntry } from './WalletEntry.js'

const selectActive = (state: ModalState): Namespace | undefined => state.activeNamespace

const selectConnectors = (state: ModalState): ModalState['connectors'] => state.connectors

/**
 * The wallets of each namespace: connected and recent ones. Each is listed once, with its addresses in all namespaces. It is
 * disconnected and removed as a whole; which one is active is up to each namespace.
 */
export function ProfileWalletsView({ params }: ViewProps<'ProfileWallets'>): ReactElement | null {
  const { modal } = useShell()
  const t = useTexts(accountTexts)
  const nameOf = useNamespaceName()
  const shown = useModalState<readonly Namespace[]>(getShownNamespaces)
  const active = useModalState(selectActive)
  const actions = useWalletActions()
  const connectors = useModalState(selectConnectors)
  const all = useConnectionEntries()
  const wallets = useMemo(() => {
    const entries = all.filter(({ namespace }) => shown.includes(namespace))
    return entries.map((entry): ListedWallet => ({ entry, elsewhere: findElsewhere(entry, entries, connectors) }))
  }, [all, shown, connectors])
  const live = wallets.filter(({ entry }) => entry.status !== 'disconnected')
  const selected = [params?.namespace, active, shown[0]].find((name) => name && shown.includes(name))
  if (!selected) return null
  // in the route, so that going back from another view shows the same tab
  const select = (namespace: Namespace): void => replace(modal, { view: 'ProfileWallets', params: { namespace } })
  const panel = <WalletPanel namespace={selected} all={wallets} actions={actions} />
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
      {live.some(({ elsewhere }) => elsewhere.length + 1 < live.length) && (
        <button className="btn" part="button" data-tone="bad" type="button" onClick={actions.leaveAll}>
          {t('disconnectAll')}
        </button>
      )}
    </div>
  )
}

const selectMultiWallet = (state: ModalState): boolean => state.features.multiWallet

/** Finds the connections of the same wallet in other namespaces that are live or ended as this one is. */
function findElsewhere(
  entry: ConnectionEntry,
  entries: readonly ConnectionEntry[],
  connectors: ModalState['connectors'],
): readonly ConnectionEntry[] {
  const wallet = findWallet({ connectors }, entry.connectorId)
  const ids = wallet ? getJoinedConnectorIds(wallet) : [entry.connectorId]
  return entries.filter(
    ({ namespace, connectorId, connector, status }) =>
      namespace !== entry.namespace &&
      (status === 'disconnected') === (entry.status === 'disconnected') &&
      ids.includes(connectorId) &&
      // wallets behind one pairing connector differ in their names
      (connectorId !== entry.connectorId || connector?.name === entry.connector?.name),
  )
}

type WalletPanelProps = {
  readonly namespace: Namespace
  /** The wallets of all shown namespaces. */
  readonly all: readonly ListedWallet[]
  readonly actions: WalletActions
}

/** The wallets of one namespace. */
function WalletPanel({ namespace, all, actions }: WalletPanelProps): ReactElement {
  const { modal } = useShell()
  const nameOf = useNamespaceName()
  const t = useTexts(accountTexts)
  const isMultiWallet = useModalState(selectMultiWallet)
  const isRestoring = useModalState(
    useCallback((state: ModalState) => state.namespaces[namespace]?.connection.status === 'connecting', [namespace]),
  )
  const wallets = useMemo(() => all.filter(({ entry }) => entry.namespace === namespace), [all, namespace])
  const panel = useKeptFocus(wallets)
  const active = wallets.find(({ entry }) => entry.status === 'active')
  const others = wallets.filter(({ entry }) => entry.status === 'connected')
  const ended = wallets.filter(({ entry }) => entry.status === 'disconnected')
  const onceConnected = isMultiWallet ? 'walletAdd' : 'walletChange'
  return (
    <section className="profile" aria-label={nameOf(namespace)} tabIndex={-1} ref={panel}>
      {active && <ActiveWallet wallet={active} actions={actions} />}
      {!active && isRestoring && (
        <span className="bone" aria-busy="true">
          <span className="sr">{t('buttonConnecting')}</span>
        </span>
      )}
      {wallets.length === 0 && !isRestoring && <NoWallet chain={nameOf(namespace)} />}
      <Entries title={t('walletsOther')} wallets={others} actions={actions} />
      <Entries title={t('walletsEnded')} wallets={ended} actions={actions} />
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
  readonly wallets: readonly ListedWallet[]
  readonly actions: WalletActions
}

function Entries({ title, wallets, actions }: EntriesProps): ReactElement | null {
  if (wallets.length === 0) return null
  return (
    <>
      <h3 className="group">{title}</h3>
      <ul className="list" aria-label={title}>
        {wallets.map((wallet) => (
          <li key={wallet.entry.connectorId}>
            <WalletEntry wallet={wallet} actions={actions} />
          </li>
        ))}
      </ul>
    </>
  )
}

function NoWallet({ chain }: { readonly chain: string }): ReactElement {
  const t = useTexts(accountTexts)
  return <Empty icon="wallet" title={t('walletsEmptyTitle', { chain })} text={t('walletsEmptyText', { chain })} />
}
