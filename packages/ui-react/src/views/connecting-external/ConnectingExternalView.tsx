import type { Ask, ModalState } from '@latchkey/core'
import { goBack, startConnect } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { waitingTexts } from '../../i18n/messages/waiting.js'
import { useTexts } from '../../i18n/useTexts.js'
import styles from '../../primitives/Status/Status.css'
import { Status } from '../../primitives/Status/Status.js'
import { Tile } from '../../primitives/Tile/Tile.js'
import type { ViewProps } from '../../router/defineView.js'
import { findWallet } from '../../router/findWallet.js'
import { useShell } from '../../router/ShellContext.js'

export { styles }

const selectAsk = (state: ModalState): Ask | undefined => (state.ask?.kind === 'connect' ? state.ask : undefined)
const selectConnectors = (state: ModalState): ModalState['connectors'] => state.connectors

/** Waits for one wallet, and says what became of it. */
export function ConnectingExternalView({ params }: ViewProps<'ConnectingExternal'>): ReactElement {
  const { connectorId, namespace } = params
  const { modal } = useShell()
  const t = useTexts(waitingTexts)
  const ask = useModalState(selectAsk)
  const connector = findWallet({ connectors: useModalState(selectConnectors) }, connectorId)
  const wallet = connector?.name ?? connectorId
  return (
    <Status
      mark={<Tile name={wallet} src={connector?.icon} />}
      title={t('connectingTitle', { wallet })}
      text={t('connectingText')}
      error={ask?.error}
      errorParams={{ id: wallet }}
      onRetry={() => void startConnect(modal, { connectorId, namespace })}
      onCancel={() => goBack(modal)}
    />
  )
}
