import { type AccountState, loadModule, type ModalState, type Network } from '@latchkey/core'
import { getAccount, getNetworkState } from '@latchkey/core/controllers'
import { getRoute, hasBlockchainApi } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { usePart } from '../../hooks/usePart.js'
import { accountTexts } from '../../i18n/messages/account.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Avatar } from '../../primitives/Avatar/Avatar.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { IconTile } from '../../primitives/Tile/Tile.js'
import { getShownNamespaces } from '../../router/getShownNamespaces.js'
import { useShell } from '../../router/ShellContext.js'
import styles from './AccountView.css'
import { AddressButton } from './AddressButton.js'
import { BalanceText } from './BalanceText.js'
import { DisconnectRow } from './DisconnectRow.js'
import { getPurposes } from './getPurposes.js'
import { hasHoldings } from './hasHoldings.js'
import { NetworkPill } from './NetworkPill.js'
import { WalletActions } from './WalletActions.js'

export { AccountView as View, NetworkPill as Header, styles }

const selectAccount = (state: ModalState): AccountState => getAccount(state)
const selectNetwork = (state: ModalState): Network | undefined => getNetworkState(state).caipNetwork
/** The view stays while the modal fades, and for a moment after another was asked for. */
const selectShown = (state: ModalState): boolean => state.modal.open && getRoute(state).view === 'Account'

/** Whether there can be more wallets than the one that is shown. */
const selectMore = (state: ModalState): boolean => state.features.multiWallet || getShownNamespaces(state).length > 1

const load = () => loadModule(() => import('./later.js'))
const loadLogin = async () => (await load()).loadLogin()
const loadGone = async () => (await load()).loadGone()
const loadHeld = () => loadModule(() => import('./held.js'))
const loadWallets = async () => (await loadHeld()).loadWallets()
const loadHoldings = async () => (await loadHeld()).loadHoldings()

/** The connected account of the active chain family. */
export function AccountView(): ReactElement | null {
  const { modal } = useShell()
  const t = useTexts(accountTexts)
  const account = useModalState(selectAccount)
  const { namespace, address, type, addressLabel, addressExplorerUrl, allAccounts, connectedWalletInfo, user } = account
  const { profileName, profileImage } = account
  const network = useModalState(selectNetwork)
  const isShown = useModalState(selectShown)
  const login = connectedWalletInfo?.type === 'AUTH' ? connectedWalletInfo : undefined
  const part = usePart(loadLogin, login !== undefined)
  // [S6.8]
  const isListed = hasBlockchainApi(modal) && hasHoldings(namespace)
  const holdings = usePart(loadHoldings, isListed)
  const hasMore = useModalState(selectMore)
  const wallets = usePart(loadWallets, hasMore)
  const isGone = !address && isShown
  const gone = usePart(loadGone, isGone)
  // the boundary of the view offers to try again
  if (gone === null) throw new Error('What stands in for the account could not be loaded.')
  if (!address) return gone ? <gone.NotConnected namespace={namespace} /> : null
  const explorer = network?.blockExplorers?.default.name ?? ''
  const parts = part?.loginParts
  const isComing = login !== undefined && part === undefined
  const [, ...others] = getPurposes(allAccounts)
  return (
    <div className="body">
      <div className="who">
        <Avatar address={address} src={profileImage} />
        {isComing ? (
          <span className="bone" />
        ) : login && parts ? (
          <parts.LoginLines connector={login} user={user} />
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
        <BalanceText holdings={isListed ? holdings : null} />
      </div>
      <WalletActions />
      {isListed && (holdings ? <holdings.HoldingTabs /> : holdings === undefined && <span className="bone" />)}
      {hasMore && (wallets ? <wallets.WalletsRow /> : wallets === undefined && <span className="bone" />)}
      {addressExplorerUrl && (
        <a className="row" part="row" href={addressExplorerUrl} target="_blank" rel="noopener noreferrer">
          <IconTile>
            <Icon name="external" flip />
          </IconTile>
          <span className="t">
            <b>{t('viewOnExplorer', { explorer })}</b>
          </span>
        </a>
      )}
      {isComing && <span className="bone" />}
      {parts && <parts.LoginRow email={user?.email} />}
      <DisconnectRow wallet={connectedWalletInfo} />
    </div>
  )
}
