import { type ConnectMethod, internals, type ModalState, type Namespace } from '@latchkey/core'
import { getWalletRows } from '@latchkey/core/controllers'
import { Fragment, type ReactElement, type ReactNode, useCallback } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { usePart } from '../../hooks/usePart.js'
import { Icon } from '../../primitives/Icon/Icon.js'
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

const loadEmail = () => import('./EmailBlock.js')
const loadSocial = () => import('./socialPart.js')

const everyMethod: readonly ConnectMethod[] = ['email', 'social', 'wallet']

/** The ways to connect, on any chain family or on one. [S2.16] */
export function ConnectView({ params }: ViewProps<'Connect'>): ReactElement {
  const { modal, t } = useShell()
  // each of these decides which rows there are
  useModalState(selectConnectors)
  useModalState(selectRecent)
  useModalState(selectWallets)
  const { branding, email: isByEmail, socials, connectMethodsOrder } = useModalState(selectFeatures)
  const shown = useModalState(selectShown)
  const namespace = params?.namespace ?? shown
  const rows = modal[internals].options.enableWallets ? getWalletRows(modal, namespace) : []
  const canLogin = useModalState(useCallback((state) => hasLogin(state, namespace), [namespace]))
  // the wallets are there without what follows
  const wantsEmail = canLogin && isByEmail
  const email = usePart(loadEmail, wantsEmail)
  const count = canLogin && socials ? socials.length : 0
  const social = usePart(loadSocial, count > 0)
  const props = { namespace: params?.namespace }
  const blocks: { readonly [method in ConnectMethod]: ReactNode } = {
    email: email ? <email.EmailBlock {...props} /> : wantsEmail && email !== null && <Bone />,
    social: social
      ? social.socialPart.filterSocials(modal).length > 0 && <social.socialPart.SocialBlock {...props} />
      : count > 0 &&
        social !== null && (
          <>
            <Bone />
            {count > 1 && <Bone />}
          </>
        ),
    wallet: rows.length > 0 && <WalletList rows={rows} namespace={namespace} />,
  }
  // what the app does not name comes last
  const methods = [...new Set([...connectMethodsOrder, ...everyMethod])].filter((method) => blocks[method])
  return (
    <>
      <div className="body">
        {methods.map((method, index) => (
          <Fragment key={method}>
            {index > 0 && (method === 'wallet' || methods[index - 1] === 'wallet') && <Or />}
            {blocks[method]}
          </Fragment>
        ))}
        {methods.length === 0 && <NoWallet />}
      </div>
      <Legal />
      {branding && <p className="foot">{t('branding')}</p>}
    </>
  )
}

function Bone(): ReactElement {
  return <span className="bone" />
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
