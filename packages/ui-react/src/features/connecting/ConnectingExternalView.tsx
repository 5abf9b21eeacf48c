import type { Ask, ModalState } from '@latchkey/core'
import { startConnect } from '@latchkey/core/controllers/connection'
import { goBack } from '@latchkey/core/controllers/shell'
import type { ReactElement } from 'react'
import type { ViewProps } from '../../defineView.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { waitingTexts } from '../../i18n/messages/shell.js'
import { Tile } from '../../primitives/Row.js'
import { RequestStatus } from '../../primitives/Status.js'
import { findWallet } from './getChains.js'

const selectAsk = (state: ModalState): Ask | undefined => (state.ask?.kind === 'connect' ? state.ask : undefined)

const selectConnectors = (state: ModalState): ModalState['connectors'] => state.connectors

/** Waits for one wallet to connect, and shows the result. */
export function ConnectingExternalView({ params }: ViewProps<'ConnectingExternal'>): ReactElement {
  const { connectorId, namespace } = params
  const { modal } = useShell()
  const t = useTexts(waitingTexts)
  const ask = useModalState(selectAsk)
  const connector = findWallet({ connectors: useModalState(selectConnectors) }, connectorId)
  const wallet = connector?.name ?? connectorId
  return (
    <RequestStatus
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
