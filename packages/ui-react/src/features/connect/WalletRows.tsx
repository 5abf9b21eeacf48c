import type { ConnectorMeta, ModalState, Namespace, ViewName, WalletListing, WalletRow } from '@latchkey/core'
import { prepareConnect } from '@latchkey/core/controllers/connection'
import { push } from '@latchkey/core/controllers/shell'
import { getJoinedConnectorIds, getRoute, popTo } from '@latchkey/core/internal'
import { type ReactElement, useCallback } from 'react'
import { useModalStateAfterPaint } from '../../hooks/useAfterPaint.js'
import { useNamespaceName } from '../../hooks/useNamespaceName.js'
import { useShell } from '../../hooks/useShell.js'
import type { ShellKey } from '../../i18n/messages/keys.js'
import type { Translate } from '../../i18n/translate.js'
import { Row, Tile, WalletTile } from '../../primitives/Row.js'
import { useConnectFlow } from './useConnectFlow.js'

/** The waiting views of connector types. Default: ConnectingExternal. */
const waitingViews: { readonly [type in ConnectorMeta['type']]?: ViewName } = {
  MULTI_CHAIN: 'ConnectingMultiChain',
  WALLET_CONNECT: 'ConnectingWalletConnect',
}

type ConnectorRowProps = {
  readonly connector: ConnectorMeta
  readonly kind: Kind
  /** Connects on this namespace only. */
  readonly namespace: Namespace | undefined
}

/** A wallet of this browser, or the way to pair with one elsewhere. */
export function ConnectorRow({ connector, kind, namespace }: ConnectorRowProps): ReactElement {
  const { modal, t, prepareView } = useShell()
  const { id, type, name, icon, namespaces } = connector
  const { pending, connect } = useConnectFlow(namespace)
  const nameOf = useNamespaceName()
  const selection = { connectorId: id, isAnyWallet: type === 'WALLET_CONNECT' }
  const isSelected = useIsSelected(selection)
  return (
    <Row
      title={name}
      detail={type === 'MULTI_CHAIN' ? namespaces.map(nameOf).join(' · ') : undefined}
      mark={<Tile name={name} src={icon} />}
      tag={toTag(t, kind)}
      onIntent={() => {
        prepareView(waitingViews[type] ?? 'ConnectingExternal')
        prepareConnect(modal, { connectorId: id })
      }}
      isCurrent={isSelected}
      isBusy={pending === id}
      onClick={() => {
        // it already waits for an answer
        if (!isShownBeside(modal.getState(), selection) || modal.getState().ask?.error) connect(id)
      }}
    />
  )
}

type ListingRowProps = {
  readonly wallet: WalletListing
  readonly kind: WalletRow['kind']
  readonly namespace: Namespace | undefined
}

/** A wallet of the list, to pair with. */
export function ListingRow({ wallet, kind, namespace }: ListingRowProps): ReactElement {
  const { modal, t, prepareView } = useShell()
  const selection = { walletId: wallet.id }
  const isSelected = useIsSelected(selection)
  return (
    <Row
      title={wallet.name}
      mark={<WalletTile wallet={wallet} name={wallet.name} />}
      tag={toTag(t, kind)}
      onIntent={() => prepareView('ConnectingWalletConnect')}
      isCurrent={isSelected}
      onClick={() => {
        if (isShownBeside(modal.getState(), selection)) return
        popTo(modal, 'Connect')
        push(modal, { view: 'ConnectingWalletConnect', params: { walletId: wallet.id, namespace } })
      }}
    />
  )
}

type Selection = {
  readonly connectorId?: string | undefined
  readonly walletId?: string | undefined
  /** Pairs with any wallet. */
  readonly isAnyWallet?: boolean | undefined
}

/** Whether the row is to be marked. A wallet that answers at once is not: the list closes in the same frame. */
function useIsSelected({ connectorId, walletId, isAnyWallet }: Selection): boolean {
  return useModalStateAfterPaint(
    useCallback(
      (state) => isShownBeside(state, { connectorId, walletId, isAnyWallet }),
      [connectorId, walletId, isAnyWallet],
    ),
  )
}

/** Whether the view beside the list is that of this wallet. */
function isShownBeside(state: ModalState, { connectorId, walletId, isAnyWallet }: Selection): boolean {
  const { view, params } = getRoute(state)
  if (view === 'ConnectingExternal' || view === 'ConnectingMultiChain') return params.connectorId === connectorId
  if (view !== 'ConnectingWalletConnect') return false
  return params?.walletId === undefined ? isAnyWallet === true : params.walletId === walletId
}

type Kind = WalletRow['kind'] | 'connected'

const labels: { readonly [kind in Kind]?: { readonly key: ShellKey; readonly tone?: 'good' | 'accent' } } = {
  connected: { key: 'walletConnected', tone: 'good' },
  injected: { key: 'walletInstalled', tone: 'good' },
  recent: { key: 'walletRecent' },
  walletConnect: { key: 'walletByCode', tone: 'accent' },
}

/** Why a wallet is in the list: installed, recent, connected or by QR code. */
function toTag(t: Translate, kind: Kind): { readonly text: string; readonly tone?: 'good' | 'accent' } | undefined {
  const label = labels[kind]
  return label && { text: t(label.key), ...(label.tone && { tone: label.tone }) }
}

/** Whether a wallet is connected on all of its namespaces. */
export function isConnectedWith({ namespaces }: ModalState, connector: ConnectorMeta): boolean {
  const ids = getJoinedConnectorIds(connector)
  return connector.namespaces.every((namespace) => {
    const entry = namespaces[namespace]
    const active = entry?.connection.status === 'connected' ? [entry.connection.connection] : []
    return [...active, ...(entry?.others ?? [])].some(({ connectorId }) => ids.includes(connectorId))
  })
}
