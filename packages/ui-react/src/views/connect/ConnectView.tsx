import { internals, type ModalState, type Namespace } from '@latchkey/core'
import { getWalletRows } from '@latchkey/core/controllers'
import { type ReactElement, useCallback } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { usePart } from '../../hooks/usePart.js'
import { Empty } from '../../primitives/Empty/Empty.js'
import type { ViewProps } from '../../router/defineView.js'
import { useShell } from '../../router/ShellContext.js'
import { hasLogin } from './hasLogin.js'
import { Legal } from './Legal.js'
import { WalletList } from './WalletList.js'

const selectConnectors = (state: ModalState): ModalState['connectors'] => state.connectors
const selectRecent = (state: ModalState): ModalState['recentConnectorIds'] => state.recentConnectorIds
const selectShown = (state: ModalState): Namespace | undefined => state.modal.namespace
const selectWallets = (state: ModalState): ModalState['wallets'] => state.wallets
const selectFeatures = (state: ModalState): ModalState['features'] => state.features

const loadLogins = () => import('./LoginBlocks.js')

/** The ways to connect, on any chain family or on one. [S2.16] */
export function ConnectView({ params }: ViewProps<'Connect'>): ReactElement {
  const { modal, t } = useShell()
  // each of these decides which rows there are
  useModalState(selectConnectors)
  useModalState(selectRecent)
  useModalState(selectWallets)
  const { branding, email, socials, connectMethodsOrder } = useModalState(selectFeatures)
  const shown = useModalState(selectShown)
  const namespace = params?.namespace ?? shown
  const rows = modal[internals].options.enableWallets ? getWalletRows(modal, namespace) : []
  const canLogin = useModalState(useCallback((state) => hasLogin(state, namespace), [namespace]))
  const isOffered = canLogin && (email || socials !== false)
  // the wallets are there without it
  const logins = usePart(loadLogins, isOffered)
  const hasLogins = isOffered && logins !== null
  const hasWallets = rows.length > 0
  const props = { namespace: params?.namespace, hasWallets }
  return (
    <>
      <div className="body">
        {logins ? (
          <logins.LoginBlocks {...props} place="before" />
        ) : (
          hasLogins && connectMethodsOrder[0] !== 'wallet' && <span className="bone" />
        )}
        {hasWallets ? (
          <WalletList rows={rows} namespace={namespace} />
        ) : (
          !hasLogins && <Empty icon="wallet" title={t('noWalletsTitle')} text={t('noWalletsText')} />
        )}
        {logins && <logins.LoginBlocks {...props} place="after" />}
      </div>
      <Legal />
      {branding && <p className="foot">{t('branding')}</p>}
    </>
  )
}
