import {
  type AccountState,
  getAccount,
  getNetworkState,
  type ModalState,
  type Namespace,
  type Network,
  type RecentTransaction,
} from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { getRecentTransactions, getRoute, hasBlockchainApi, isActivitySupported } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { countConnected, getShownNamespaces } from '../../hooks/networks.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useNamespaceName } from '../../hooks/useNamespaceName.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { recentTexts } from '../../i18n/messages/shared.js'
import { Avatar } from '../../primitives/Avatar.js'
import { Icon } from '../../primitives/Icon.js'
import { IconTile, RecentTag, Row, Tile } from '../../primitives/Row.js'
import { NotConnected } from '../../primitives/ViewStates.js'
import { AddressButton, getPurposes } from './AddressButton.js'
import { BalanceText, hasHoldings } from './BalanceText.js'
import { HoldingTabs } from './HoldingTabs.js'
import { LoginLines, SettingsRow } from './LoginDetails.js'
import { accountTexts } from './messages.js'
import { WalletActions } from './WalletActions.js'

const selectAccount = (state: ModalState): AccountState => getAccount(state)
const selectNetwork = (state: ModalState): Network | undefined => getNetworkState(state).caipNetwork

/** The view stays mounted while the modal fades, and for a moment after another view was requested. */
const selectShown = (state: ModalState): boolean => state.modal.open && getRoute(state).view === 'Account'

/** Whether there can be more wallets than the shown one. */
const selectMore = (state: ModalState): boolean => state.features.multiWallet || getShownNamespaces(state).length > 1

/** The connected account of the active namespace. */
export function AccountView(): ReactElement | null {
  const { modal } = useShell()
  const t = useTexts(accountTexts)
  const account = useModalState(selectAccount)
  const { namespace, address, type, addressLabel, addressExplorerUrl, allAccounts, connectedWalletInfo, user } = account
  const { profileName, profileImage } = account
  const network = useModalState(selectNetwork)
  const isShown = useModalState(selectShown)
  const login = connectedWalletInfo?.type === 'AUTH' ? connectedWalletInfo : undefined
  // [S6.8]
  const isListed = hasBlockchainApi(modal) && hasHoldings(namespace)
  // the tab of activity lists registered transactions, too
  const hasActivity = useModalState(isActivitySupported)
  const hasMore = useModalState(selectMore)
  if (!address) return isShown ? <NotConnected namespace={namespace} /> : null
  const explorer = network?.blockExplorers?.default.name ?? ''
  const [, ...others] = getPurposes(allAccounts)
  return (
    <div className="body">
      <div className="who">
        <span className="portrait">
          <Avatar address={address} src={profileImage} />
          {connectedWalletInfo && !login && (
            <span className="badge" title={connectedWalletInfo.name}>
              <Tile name={connectedWalletInfo.name} src={connectedWalletInfo.icon} />
              <span className="sr">{t('connectedWith', { wallet: connectedWalletInfo.name })}</span>
            </span>
          )}
        </span>
        <div className="lines">
          {login ? (
            <LoginLines connector={login} user={user} />
          ) : (
            <>
              <AddressButton
                address={address}
                label={addressLabel ?? profileName}
                badge={type === 'smartAccount' ? t('account_smartAccount') : undefined}
              />
              {others.map((other) => (
                <AddressButton key={other.type} address={other.address} purpose={t(`account_${other.type}`)} />
              ))}
            </>
          )}
        </div>
        {addressExplorerUrl && (
          <a
            className="icon-button"
            part="icon-button"
            href={addressExplorerUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('viewOnExplorer', { explorer })}
            title={t('viewOnExplorer', { explorer })}
          >
            <Icon name="external" flip />
          </a>
        )}
        <BalanceText isListed={isListed} />
      </div>
      <WalletActions />
      {isListed && <HoldingTabs />}
      {!(isListed && hasActivity) && <RecentRow />}
      {hasMore && <WalletsRow />}
      <SettingsRow />
    </div>
  )
}

const selectNewest = (state: ModalState): RecentTransaction | undefined =>
  state.features.activity ? getRecentTransactions(state)[0] : undefined

/** Shows the newest transaction that the app has registered, and leads to all of them. */
function RecentRow(): ReactElement | null {
  const { modal, prepareView } = useShell()
  const t = useTexts(recentTexts)
  const newest = useModalState(selectNewest)
  if (!newest) return null
  return (
    <Row
      title={t('recentTitle')}
      detail={newest.description}
      mark={
        <IconTile>
          <Icon name="send" />
        </IconTile>
      }
      end={<RecentTag status={newest.status} />}
      onIntent={() => prepareView('Transactions')}
      onClick={() => push(modal, { view: 'Transactions', params: undefined })}
    />
  )
}

const selectNamespaces = (state: ModalState): ModalState['namespaces'] => state.namespaces

/** Leads to all wallets. */
function WalletsRow(): ReactElement {
  const { modal, prepareView } = useShell()
  const nameOf = useNamespaceName()
  const t = useTexts(accountTexts)
  const shown = useModalState<readonly Namespace[]>(getShownNamespaces)
  const state = modal.getState()
  // the connections depend on it
  useModalState(selectNamespaces)
  const chains = shown.filter((name) => countConnected(state, [name]) > 0).map(nameOf)
  return (
    <Row
      title={t('walletsRow')}
      detail={shown.length > 1 ? chains.join(' · ') : t('walletsConnected', { count: countConnected(state, shown) })}
      mark={
        <IconTile>
          <Icon name="wallet" />
        </IconTile>
      }
      onIntent={() => prepareView('ProfileWallets')}
      onClick={() => push(modal, { view: 'ProfileWallets', params: undefined })}
    />
  )
}
