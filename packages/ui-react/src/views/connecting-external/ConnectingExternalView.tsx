import type { Ask, ModalState } from '@latchkey/core'
import { goBack, startConnect } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { Status } from '../../primitives/Status/Status.js'
import { Tile } from '../../primitives/Tile/Tile.js'
import type { ViewProps } from '../../router/defineView.js'
import { useShell } from '../../router/ShellContext.js'

const selectAsk = (state: ModalState): Ask | undefined => (state.ask?.kind === 'connect' ? state.ask : undefined)
const selectConnectors = (state: ModalState): ModalState['connectors'] => state.connectors

/** Waits for one wallet, and says what became of it. */
export function ConnectingExternalView({ params: { connectorId } }: ViewProps<'ConnectingExternal'>): ReactElement {
  const { modal, t } = useShell()
  const ask = useModalState(selectAsk)
  const connector = useModalState(selectConnectors).find(({ id }) => id === connectorId)
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
