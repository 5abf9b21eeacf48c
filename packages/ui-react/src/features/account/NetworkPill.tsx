import { getNetworkState, type ModalState, type NetworkState } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { track } from '@latchkey/core/internal'
import { type ReactElement, useCallback } from 'react'
import { getShownNamespaces } from '../../hooks/networks.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { NetworkTile } from '../../primitives/NetworkTile.js'
import { accountTexts } from './messages.js'

const selectNetwork = (state: ModalState): NetworkState['caipNetwork'] => getNetworkState(state).caipNetwork
const selectCount = (state: ModalState): number => {
  const shown = getShownNamespaces(state)
  return state.networks.filter(({ chainNamespace }) => shown.includes(chainNamespace)).length
}

/** The network in the header; opens the list of networks. */
export function NetworkPill(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(accountTexts)
  const network = useModalState(selectNetwork)
  const count = useModalState(selectCount)
  const onChoose = useCallback(() => {
    track(modal, 'CLICK_NETWORKS', undefined)
    push(modal, { view: 'Networks', params: undefined })
  }, [modal])
  const name = network?.name ?? t('networkUnknown')
  const content = (
    <>
      {network && <NetworkTile network={network} />}
      <span className="name" dir="auto">
        {name}
      </span>
    </>
  )
  if (network && count <= 1) return <span className="pill">{content}</span>
  return (
    <button className="pill" type="button" aria-label={t('chooseNetwork', { network: name })} onClick={onChoose}>
      {content}
      <Icon name="down" />
    </button>
  )
}
