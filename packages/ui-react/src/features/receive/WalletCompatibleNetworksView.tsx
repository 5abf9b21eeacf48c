import { getAccount, getNetworkState, type ModalState, type Network } from '@latchkey/core'
import { isAccountOn } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useTexts } from '../../hooks/useShell.js'
import { NetworkTile } from '../../primitives/NetworkTile.js'
import { NotConnected } from '../../primitives/ViewStates.js'
import { receiveTexts } from './messages.js'

const selectAddress = (state: ModalState): string | undefined => getAccount(state).address

/** The networks on which the address can receive funds. */
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
      <ul className="list still" aria-label={t('compatibleTitle')}>
        {networks.map((network) => (
          <li className="row" part="row" key={network.caipNetworkId}>
            <NetworkTile network={network} />
            <span className="t">
              <b dir="auto" title={network.name}>
                {network.name}
              </b>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The networks of the active namespace that the wallet has approved and the account exists on. */
function selectNetworks(state: ModalState): readonly Network[] {
  const { activeNamespace, networks } = state
  const { approvedCaipNetworkIds: approved } = getNetworkState(state)
  return networks.filter(
    (network) =>
      network.chainNamespace === activeNamespace &&
      (approved?.includes(network.caipNetworkId) ?? true) &&
      isAccountOn(state, network),
  )
}
