import { internals, type ModalState, type Namespace, type WalletRow } from '@latchkey/core'
import { getWalletRows, isPhone } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import type { ViewProps } from '../../router/defineView.js'
import { useShell } from '../../router/ShellContext.js'
import { ConnectorRow } from './ConnectorRow.js'
import { Legal } from './Legal.js'
import { useConnect } from './useConnect.js'
import { useListParts } from './useListParts.js'

const selectConnectors = (state: ModalState): ModalState['connectors'] => state.connectors
const selectRecent = (state: ModalState): ModalState['recentConnectorIds'] => state.recentConnectorIds
const selectShown = (state: ModalState): Namespace | undefined => state.modal.namespace
const selectWallets = (state: ModalState): ModalState['wallets'] => state.wallets
const selectFeatures = (state: ModalState): ModalState['features'] => state.features

/** The ways to connect, on any chain family or on one. */
export function ConnectView({ params }: ViewProps<'Connect'>): ReactElement {
  const { modal, t } = useShell()
  // each of these decides which rows there are
  useModalState(selectConnectors)
  useModalState(selectRecent)
  useModalState(selectWallets)
  const { branding } = useModalState(selectFeatures)
  const shown = useModalState(selectShown)
  const namespace = params?.namespace ?? shown
  const rows = modal[internals].options.enableWallets ? getWalletRows(modal, namespace) : []
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
  const { modal } = useShell()
  const connect = useConnect(namespace)
  const list = useListParts()
  // a phone has nothing to scan its own screen with
  const shown = isPhone(modal.env.window()) ? rows.filter(({ kind }) => kind !== 'walletConnect') : rows
  return (
    <ul className="list">
      {shown.map(({ kind, connector, wallet }) =>
        connector ? (
          <li key={connector.id}>
            <ConnectorRow connector={connector} kind={kind} {...connect} />
          </li>
        ) : (
          list && (
            <li key={`list ${wallet.id}`}>
              <list.ListingRow wallet={wallet} kind={kind} namespace={namespace} />
            </li>
          )
        ),
      )}
      {list && (
        <li>
          <list.AllWalletsRow namespace={namespace} />
        </li>
      )}
    </ul>
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
