import { getConnection, getNetworkState, type ModalState, type Network } from '@latchkey/core'
import { disconnect } from '@latchkey/core/controllers/connection'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { IconTile, Row } from '../../primitives/Row.js'
import { networkTexts } from './messages.js'
import { NetworkList } from './NetworksView.js'

const selectNetworks = (state: ModalState): readonly Network[] => getNetworkState(state).requestedCaipNetworks

/** Shown when the app does not support the current network: the user switches networks or disconnects. */
export function UnsupportedChainView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(networkTexts)
  const networks = useModalState(selectNetworks)
  return (
    <div className="body">
      <p className="lead muted">{t('unsupportedText')}</p>
      <NetworkList networks={networks} label={t('networksTitle')} />
      <Row
        title={t('disconnect')}
        mark={
          <IconTile>
            <Icon name="power" />
          </IconTile>
        }
        tone="bad"
        onClick={() => {
          const connection = getConnection(modal.getState())
          if (!connection) return
          const { namespace, connectorId } = connection
          disconnect(modal, { namespace, connectorId }).catch(() => {
            // a notice shows the error; the page is disconnected anyway
          })
        }}
      />
    </div>
  )
}
