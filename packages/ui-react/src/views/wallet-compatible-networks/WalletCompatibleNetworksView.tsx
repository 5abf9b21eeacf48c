import type { ModalState, Network } from '@latchkey/core'
import { getAccount, getNetworkState } from '@latchkey/core/controllers'
import type { ComponentType, ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { receiveTexts } from '../../i18n/messages/receive.js'
import { useTexts } from '../../i18n/useTexts.js'
import { NetworkTile } from '../../primitives/NetworkRow/NetworkTile.js'
import { NotConnected } from '../account/NotConnected.js'
import ownStyles from './WalletCompatibleNetworksView.css'

export { WalletCompatibleNetworksView as View }
export const Title: ComponentType = () => useTexts(receiveTexts)('compatibleTitle')
export const styles: string = ownStyles

const selectAddress = (state: ModalState): string | undefined => getAccount(state).address

/** Those of the chain family on which the wallet has its account. */
function selectNetworks(state: ModalState): readonly Network[] {
  const { activeNamespace, networks } = state
  const { approvedCaipNetworkIds: approved } = getNetworkState(state)
  return networks.filter(
    ({ chainNamespace, caipNetworkId }) =>
      chainNamespace === activeNamespace && (approved?.includes(caipNetworkId) ?? true),
  )
}

/** The networks on which the address can be paid. */
export function WalletCompatibleNetworksView(): ReactElement {
  const t = useTexts(receiveTexts)
  const address = useModalState(selectAddress)
  const networks = useModalState(selectNetworks)
  if (!address) return <NotConnected namespace={undefined} />
  return (
    <div className="body">
      <p className="lead muted" dir="auto">
        {t('compatibleText')}
      </p>
      <ul className="list still">
        {networks.map((network) => (
          <li className="row" part="row" key={network.caipNetworkId}>
            <NetworkTile network={network} />
            <span className="t">
              <b>
                <bdi>{network.name}</bdi>
              </b>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
