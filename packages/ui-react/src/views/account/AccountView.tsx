import type { AccountState, ModalState, Network } from '@latchkey/core'
import { disconnect, getAccount, getNetworkState } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { Avatar } from '../../primitives/Avatar/Avatar.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { Row } from '../../primitives/Row/Row.js'
import { IconTile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'
import styles from './AccountView.css'
import { AddressButton } from './AddressButton.js'
import { BalanceText } from './BalanceText.js'

export { styles }

const selectAccount = (state: ModalState): AccountState => getAccount(state)
const selectNetwork = (state: ModalState): Network | undefined => getNetworkState(state).caipNetwork

/** The connected account. */
export function AccountView(): ReactElement | null {
  const { modal, t } = useShell()
  const { address, addressLabel, addressExplorerUrl, connectedWalletInfo } = useModalState(selectAccount)
  const network = useModalState(selectNetwork)
  if (!address) return null
  const explorer = network?.blockExplorers?.default.name ?? ''
  return (
    <div className="body">
      <div className="who">
        <Avatar address={address} />
        <AddressButton address={address} label={addressLabel} />
        <BalanceText />
      </div>
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
      <Row
        title={t('disconnect')}
        detail={connectedWalletInfo && t('connectedWith', { wallet: connectedWalletInfo.name })}
        mark={
          <IconTile>
            <Icon name="power" />
          </IconTile>
        }
        onClick={() => {
          disconnect(modal).catch(() => {
            // the notice says so; the page is free all the same
          })
        }}
      />
    </div>
  )
}
