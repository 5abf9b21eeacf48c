import type { Ask, ModalState, Network } from '@latchkey/core'
import { getAccount, goBack, startSwitch } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { NetworkTile } from '../../primitives/NetworkRow/NetworkTile.js'
import { Status } from '../../primitives/Status/Status.js'
import type { ViewProps } from '../../router/defineView.js'
import { useShell } from '../../router/ShellContext.js'

const selectAsk = (state: ModalState): Ask | undefined => (state.ask?.kind === 'switch' ? state.ask : undefined)
const selectNetworks = (state: ModalState): readonly Network[] => state.networks
const selectWallet = (state: ModalState): string => getAccount(state).connectedWalletInfo?.name ?? ''

/** Waits for the wallet to change its network, and says what became of it. */
export function SwitchNetworkView({ params }: ViewProps<'SwitchNetwork'>): ReactElement | null {
  const { modal, t } = useShell()
  const ask = useModalState(selectAsk)
  const network = useModalState(selectNetworks).find((item) => item.caipNetworkId === params.caipNetworkId)
  const wallet = useModalState(selectWallet)
  if (!network) return null
  return (
    <Status
      mark={<NetworkTile network={network} />}
      title={t('switchTitle', { wallet })}
      text={t('switchText', { network: network.name })}
      error={ask?.error}
      onRetry={() => void startSwitch(modal, network)}
      onCancel={() => goBack(modal)}
    />
  )
}
