import type { Ask, ConnectorMeta, ModalState } from '@latchkey/core'
import { getRoute, goBack, startConnect } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { Status } from '../../primitives/Status/Status.js'
import { Tile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'

const selectAsk = (state: ModalState): Ask | undefined => (state.ask?.kind === 'connect' ? state.ask : undefined)
const selectConnectorId = (state: ModalState): string => {
  const route = getRoute(state)
  return route.view === 'ConnectingExternal' ? route.params.connectorId : ''
}
const selectConnector = (state: ModalState): ConnectorMeta | undefined =>
  state.connectors.find((connector) => connector.id === selectConnectorId(state))

/** Waits for one wallet, and says what became of it. */
export function ConnectingExternalView(): ReactElement {
  const { modal, t } = useShell()
  const ask = useModalState(selectAsk)
  const connectorId = useModalState(selectConnectorId)
  const connector = useModalState(selectConnector)
  const wallet = connector?.name ?? connectorId
  return (
    <Status
      mark={<Tile name={wallet} src={connector?.icon} />}
      title={t('connectingTitle', { wallet })}
      text={t('connectingText')}
      error={ask?.error}
      onRetry={() => void startConnect(modal, { connectorId })}
      onCancel={() => goBack(modal)}
    />
  )
}
