import type { ModalState, Network } from '@latchkey/core'
import { switchActiveChain } from '@latchkey/core/controllers/network'
import { goBack } from '@latchkey/core/controllers/shell'
import type { ReactElement } from 'react'
import type { ViewProps } from '../../defineView.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useNamespaceName } from '../../hooks/useNamespaceName.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { NetworkTile } from '../../primitives/NetworkTile.js'
import { showFailure } from '../../primitives/Toast.js'
import { networkTexts } from './messages.js'

const selectNetworks = (state: ModalState): readonly Network[] => state.networks

/** Confirms a switch to a namespace where no wallet is connected. */
export function SwitchActiveChainView({ params }: ViewProps<'SwitchActiveChain'>): ReactElement | null {
  const { modal } = useShell()
  const t = useTexts(networkTexts)
  const nameOf = useNamespaceName()
  const network = useModalState(selectNetworks).find((item) => item.caipNetworkId === params.caipNetworkId)
  if (!network) return null
  const chain = nameOf(network.chainNamespace)
  return (
    <div className="body">
      <div className="status">
        <span className="ring">
          <NetworkTile network={network} />
        </span>
        <h3>{t('switchChainTitle', { chain })}</h3>
        <p className="muted">{t('switchChainText')}</p>
      </div>
      <button
        className="btn"
        part="button primary"
        data-kind="primary"
        type="button"
        onClick={() => {
          switchActiveChain(modal, params).catch((cause) => showFailure(modal, t, cause))
        }}
      >
        {t('switchChain')}
      </button>
      <button className="btn" part="button" type="button" onClick={() => goBack(modal)}>
        {t('cancel')}
      </button>
    </div>
  )
}
