import type { AccountState, ModalState, Network } from '@latchkey/core'
import { getAccount, getAuthConnector, getNetworkState, getRoute } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { accountTexts } from '../../i18n/messages/account.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Avatar } from '../../primitives/Avatar/Avatar.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { IconTile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'
import styles from './AccountView.css'
import { AddressButton } from './AddressButton.js'
import { BalanceText } from './BalanceText.js'
import { DisconnectRow } from './DisconnectRow.js'
import { EditEmailRow } from './EditEmailRow.js'
import { getPurposes } from './getPurposes.js'
import { LoginLines } from './LoginLines.js'
import { NotConnected } from './NotConnected.js'
import { WalletsRow } from './WalletsRow.js'

export { styles }

const selectAccount = (state: ModalState): AccountState => getAccount(state)
const selectNetwork = (state: ModalState): Network | undefined => getNetworkState(state).caipNetwork
/** The view stays while the modal fades, and for a moment after another was asked for. */
const selectShown = (state: ModalState): boolean => state.modal.open && getRoute(state).view === 'Account'

/** The connected account of the active chain family. */
export function AccountView(): ReactElement | null {
  const { modal } = useShell()
  const t = useTexts(accountTexts)
  const account = useModalState(selectAccount)
  const { namespace, address, addressLabel, addressExplorerUrl, allAccounts, connectedWalletInfo, user } = account
  const network = useModalState(selectNetwork)
  const isShown = useModalState(selectShown)
  if (!address) return isShown ? <NotConnected namespace={namespace} /> : null
  const explorer = network?.blockExplorers?.default.name ?? ''
  const login = connectedWalletInfo?.type === 'AUTH' ? connectedWalletInfo : undefined
  const canEdit = user?.email !== undefined && getAuthConnector(modal)?.features['email:update'] !== undefined
  const [, ...others] = getPurposes(allAccounts)
  return (
    <div className="body">
      <div className="who">
        <Avatar address={address} />
        {login ? (
          <LoginLines connector={login} email={user?.email} />
        ) : (
          <>
            <AddressButton address={address} label={addressLabel} />
            {others.map((other) => (
              <AddressButton key={other.type} address={other.address} purpose={t(`account_${other.type}`)} />
            ))}
          </>
        )}
        <BalanceText />
      </div>
      <WalletsRow />
      {addressExplorerUrl && (
        <a className="row" href={addressExplorerUrl} target="_blank" rel="noopener noreferrer">
          <IconTile>
            <Icon name="external" flip />
          </IconTile>
          <span className="t">
            <b>{t('viewOnExplorer', { explorer })}</b>
          </span>
        </a>
      )}
      {login && canEdit && <EditEmailRow />}
      <DisconnectRow wallet={connectedWalletInfo} />
    </div>
  )
}
