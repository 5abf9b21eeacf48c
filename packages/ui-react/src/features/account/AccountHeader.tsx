import { type ConnectorMeta, getAccount, getNetworkState, type ModalState, type NetworkState } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { track } from '@latchkey/core/internal'
import { type ReactElement, useCallback } from 'react'
import { getShownNamespaces } from '../../hooks/networks.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { NetworkTile } from '../../primitives/NetworkTile.js'
import { disconnectShownWallet, isSecondClick } from './disconnectWallet.js'
import { accountTexts } from './messages.js'

const selectWallet = (state: ModalState): ConnectorMeta | undefined => getAccount(state).connectedWalletInfo

/** At the start of the header: disconnects the wallet of the shown account. */
export function DisconnectButton(): ReactElement | null {
  const { modal } = useShell()
  const t = useTexts(accountTexts)
  const wallet = useModalState(selectWallet)
  if (!wallet) return null
  const isLogin = wallet.type === 'AUTH'
  return (
    <button
      className="icon-button"
      part="icon-button"
      type="button"
      aria-label={t(isLogin ? 'signOut' : 'disconnect')}
      title={isLogin ? t('signOut') : t('walletEnd', { wallet: wallet.name })}
      onClick={(event) => {
        if (!isSecondClick(event)) void disconnectShownWallet(modal)
      }}
    >
      <Icon name="power" />
    </button>
  )
}

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
      <span className="name" dir="auto" title={name}>
        {name}
      </span>
    </>
  )
  if (network && count <= 1) return <span className="pill">{content}</span>
  return (
    <button className="pill" type="button" onClick={onChoose}>
      {content}
      <span className="sr">{t('chooseNetwork')}</span>
      <Icon name="down" />
    </button>
  )
}
