import { internals, type ModalState, type Namespace } from '@latchkey/core'
import { getWalletRows } from '@latchkey/core/controllers'
import { type ReactElement, useCallback } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { usePart } from '../../hooks/usePart.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import type { ViewProps } from '../../router/defineView.js'
import { useShell } from '../../router/ShellContext.js'
import { hasEmail } from './hasEmail.js'
import { Legal } from './Legal.js'
import { WalletList } from './WalletList.js'

const selectConnectors = (state: ModalState): ModalState['connectors'] => state.connectors
const selectRecent = (state: ModalState): ModalState['recentConnectorIds'] => state.recentConnectorIds
const selectShown = (state: ModalState): Namespace | undefined => state.modal.namespace
const selectWallets = (state: ModalState): ModalState['wallets'] => state.wallets
const selectFeatures = (state: ModalState): ModalState['features'] => state.features

const loadEmail = () => import('./EmailBlock.js')

/** The ways to connect, on any chain family or on one. [S2.16] */
export function ConnectView({ params }: ViewProps<'Connect'>): ReactElement {
  const { modal, t } = useShell()
  // each of these decides which rows there are
  useModalState(selectConnectors)
  useModalState(selectRecent)
  useModalState(selectWallets)
  const { branding, connectMethodsOrder: order } = useModalState(selectFeatures)
  const shown = useModalState(selectShown)
  const namespace = params?.namespace ?? shown
  const rows = modal[internals].options.enableWallets ? getWalletRows(modal, namespace) : []
  const isOffered = useModalState(useCallback((state) => hasEmail(state, namespace), [namespace]))
  // the wallets are there without it
  const email = usePart(loadEmail, isOffered)
  const isEmailShown = isOffered && email !== null
  const hasBoth = isEmailShown && rows.length > 0
  const isLast = order.indexOf('email') > order.indexOf('wallet')
  const wallets = rows.length > 0 ? <WalletList rows={rows} namespace={namespace} /> : !isEmailShown && <NoWallet />
  return (
    <>
      <div className="body">
        {isLast && wallets}
        {isLast && hasBoth && <Or />}
        {isEmailShown && (email ? <email.EmailBlock namespace={params?.namespace} /> : <span className="bone" />)}
        {!isLast && hasBoth && <Or />}
        {!isLast && wallets}
      </div>
      <Legal />
      {branding && <p className="foot">{t('branding')}</p>}
    </>
  )
}

function Or(): ReactElement {
  return <p className="or muted">{useShell().t('or')}</p>
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
