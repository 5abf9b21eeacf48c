import type { ModalState, Network } from '@latchkey/core'
import { disconnect, getConnection, getNetworkState } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { leaveTexts } from '../../i18n/messages/leave.js'
import { networkTexts } from '../../i18n/messages/networks.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { NetworkList } from '../../primitives/NetworkRow/NetworkList.js'
import { Row } from '../../primitives/Row/Row.js'
import { IconTile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'

export { UnsupportedChainView as View }

const texts = { ...leaveTexts, ...networkTexts } as const
const selectNetworks = (state: ModalState): readonly Network[] => getNetworkState(state).requestedCaipNetworks

/** The wallet is on a network that the app does not have: choose one that it has, or leave. */
export function UnsupportedChainView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(texts)
  const networks = useModalState(selectNetworks)
  return (
    <div className="body">
      <p className="lead muted">{t('unsupportedText')}</p>
      <NetworkList networks={networks} />
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
            // the notice says so; the page is free all the same
          })
        }}
      />
    </div>
  )
}
