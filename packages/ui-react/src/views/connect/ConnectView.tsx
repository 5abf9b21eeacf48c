import { type ConnectorMeta, internals, type ModalState, type Namespace, type WalletRow } from '@latchkey/core'
import { getWalletRows } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { Row } from '../../primitives/Row/Row.js'
import { Tile } from '../../primitives/Tile/Tile.js'
import type { ViewProps } from '../../router/defineView.js'
import { useShell } from '../../router/ShellContext.js'
import { Legal } from './Legal.js'
import { useConnect } from './useConnect.js'

const selectConnectors = (state: ModalState): ModalState['connectors'] => state.connectors
const selectRecent = (state: ModalState): ModalState['recentConnectorIds'] => state.recentConnectorIds
const selectShown = (state: ModalState): Namespace | undefined => state.modal.namespace
const selectFeatures = (state: ModalState): ModalState['features'] => state.features

/** The ways to connect, on any chain family or on one. */
export function ConnectView({ params }: ViewProps<'Connect'>): ReactElement {
  const { modal, t } = useShell()
  // each of these decides which rows there are
  useModalState(selectConnectors)
  useModalState(selectRecent)
  const { branding } = useModalState(selectFeatures)
  const shown = useModalState(selectShown)
  const namespace = params?.namespace ?? shown
  const rows = modal[internals].options.enableWallets ? getWalletRows(modal.getState(), namespace) : []
  return (
    <>
      <div className="body">{rows.length > 0 ? <WalletList rows={rows} namespace={namespace} /> : <NoWallet />}</div>
      <Legal />
      {branding && <p className="foot">{t('branding')}</p>}
    </>
  )
}

type WalletListProps = { readonly rows: readonly WalletRow[]; readonly namespace: Namespace | undefined }

function WalletList({ rows, namespace }: WalletListProps): ReactElement {
  const { t } = useShell()
  const { pending, prepare, connect } = useConnect(namespace)
  const toChains = ({ type, namespaces }: ConnectorMeta): string | undefined =>
    type === 'MULTI_CHAIN' ? namespaces.map((name) => t(name)).join(' · ') : undefined
  return (
    <ul className="list">
      {rows.map(({ connector, kind }) => (
        <li key={connector.id}>
          <Row
            title={connector.name}
            detail={toChains(connector)}
            mark={<Tile name={connector.name} src={connector.icon} />}
            end={
              <KindTag isRecent={kind === 'recent'} label={t(kind === 'recent' ? 'walletRecent' : 'walletInstalled')} />
            }
            isBusy={pending === connector.id}
            onIntent={() => prepare(connector)}
            onClick={() => connect(connector.id)}
          />
        </li>
      ))}
    </ul>
  )
}

function KindTag({ isRecent, label }: { readonly isRecent: boolean; readonly label: string }): ReactElement {
  // the row is named by its wallet alone
  return (
    <span className="tag" data-tone={isRecent ? undefined : 'good'} aria-hidden="true">
      {label}
    </span>
  )
}

function NoWallet(): ReactElement {
  const { t } = useShell()
  return (
    <div className="empty">
      <span className="tile" aria-hidden="true">
        <Icon name="wallet" />
      </span>
      <b>{t('noWalletsTitle')}</b>
      <p className="muted">{t('noWalletsText')}</p>
    </div>
  )
}
