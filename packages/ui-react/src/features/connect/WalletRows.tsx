import type { ConnectorMeta, ModalState, Namespace, ViewName, WalletListing, WalletRow } from '@latchkey/core'
import { prepareConnect } from '@latchkey/core/controllers/connection'
import { push } from '@latchkey/core/controllers/shell'
import { getJoinedConnectorIds } from '@latchkey/core/internal'
import { type ReactElement, useCallback } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useNamespaceName } from '../../hooks/useNamespaceName.js'
import { useShell } from '../../hooks/useShell.js'
import type { ShellKey } from '../../i18n/messages/keys.js'
import { Row, Tile, WalletTile } from '../../primitives/Row.js'
import { useConnectFlow } from './useConnectFlow.js'

/** The waiting views of connector types. Default: ConnectingExternal. */
const waitingViews: { readonly [type in ConnectorMeta['type']]?: ViewName } = {
  MULTI_CHAIN: 'ConnectingMultiChain',
  WALLET_CONNECT: 'ConnectingWalletConnect',
}

type ConnectorRowProps = {
  readonly connector: ConnectorMeta
  readonly kind: WalletRow['kind']
  /** Connects on this namespace only. */
  readonly namespace: Namespace | undefined
}

/** A wallet of this browser, or the way to pair with one elsewhere. */
export function ConnectorRow({ connector, kind, namespace }: ConnectorRowProps): ReactElement {
  const { modal, prepareView } = useShell()
  const { id, type, name, icon, namespaces } = connector
  const { pending, connect } = useConnectFlow(namespace)
  const nameOf = useNamespaceName()
  const isConnected = useModalState(useCallback((state) => isConnectedWith(state, connector), [connector]))
  return (
    <Row
      title={name}
      detail={type === 'MULTI_CHAIN' ? namespaces.map(nameOf).join(' · ') : undefined}
      mark={<Tile name={name} src={icon} />}
      end={<KindTag kind={isConnected ? 'connected' : kind} />}
      onIntent={() => {
        prepareView(waitingViews[type] ?? 'ConnectingExternal')
        prepareConnect(modal, { connectorId: id })
      }}
      isBusy={pending === id}
      onClick={() => connect(id)}
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
  const { modal, prepareView } = useShell()
  return (
    <Row
      title={wallet.name}
      mark={<WalletTile wallet={wallet} name={wallet.name} />}
      end={<KindTag kind={kind} />}
      onIntent={() => prepareView('ConnectingWalletConnect')}
      onClick={() => push(modal, { view: 'ConnectingWalletConnect', params: { walletId: wallet.id, namespace } })}
    />
  )
}

type Kind = WalletRow['kind'] | 'connected'

const labels: { readonly [kind in Kind]?: { readonly key: ShellKey; readonly tone?: 'good' | 'accent' } } = {
  connected: { key: 'walletConnected', tone: 'good' },
  injected: { key: 'walletInstalled', tone: 'good' },
  recent: { key: 'walletRecent' },
  walletConnect: { key: 'walletByCode', tone: 'accent' },
}

/** Shows why a wallet is in the list: installed, recent, connected or by QR code. */
function KindTag({ kind }: { readonly kind: Kind }): ReactElement | null {
  const { t } = useShell()
  const label = labels[kind]
  if (!label) return null
  // the accessible name of the row is that of its wallet
  return (
    <span className="tag" part="tag" data-tone={label.tone} aria-hidden="true">
      {t(label.key)}
    </span>
  )
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
