import { type Ask, type ErrorCode, getAccount, type ModalState, type Network } from '@latchkey/core'
import { startSwitch } from '@latchkey/core/controllers/network'
import { goBack } from '@latchkey/core/controllers/shell'
import { type ReactElement, useCallback } from 'react'
import type { ViewProps } from '../../defineView.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { NetworkTile } from '../../primitives/NetworkTile.js'
import { OpenWallet } from '../../primitives/OpenWallet.js'
import { RequestStatus } from '../../primitives/Status.js'
import { networkTexts } from './messages.js'

const selectAsk = (state: ModalState): Ask | undefined => (state.ask?.kind === 'switch' ? state.ask : undefined)
const selectNetworks = (state: ModalState): readonly Network[] => state.networks

/** Waits for the wallet to switch networks, and shows the result. */
export function SwitchNetworkView({ params }: ViewProps<'SwitchNetwork'>): ReactElement | null {
  const { modal } = useShell()
  const t = useTexts(networkTexts)
  const ask = useModalState(selectAsk)
  const network = useModalState(selectNetworks).find((item) => item.caipNetworkId === params.caipNetworkId)
  const family = network?.chainNamespace
  const selectWallet = useCallback(
    (state: ModalState) => getAccount(state, family).connectedWalletInfo?.name ?? '',
    [family],
  )
  const wallet = useModalState(selectWallet)
  if (!network) return null
  const help = ask?.error && toHelpKey(ask.error.code)
  return (
    <RequestStatus
      mark={<NetworkTile network={network} />}
      title={t('switchTitle', { wallet })}
      text={t('switchText', { network: network.name })}
      error={ask?.error}
      help={help && t(help)}
      action={<OpenWallet namespace={family} />}
      onRetry={() => void startSwitch(modal, network)}
      onCancel={() => goBack(modal)}
    />
  )
}

/** The help text of an error, if it differs from the common one. */
function toHelpKey(code: ErrorCode): keyof typeof networkTexts | undefined {
  const key = `${code}_help`
  return isHelpKey(key) ? key : undefined
}

function isHelpKey(key: string): key is keyof typeof networkTexts {
  return Object.hasOwn(networkTexts, key)
}
