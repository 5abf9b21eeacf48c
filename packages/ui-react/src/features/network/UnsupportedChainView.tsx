import type { ModalState, Network } from '@latchkey/core'
import { disconnect, getConnection } from '@latchkey/core/controllers/connection'
import { getNetworkState } from '@latchkey/core/controllers/network'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { sharedTexts } from '../../i18n/messages/shared.js'
import { Icon } from '../../primitives/Icon.js'
import { Row } from '../../primitives/Row.js'
import { IconTile } from '../../primitives/Tile.js'
import { networkTexts } from './messages.js'
import { NetworkList } from './NetworksView.js'

const texts = { ...sharedTexts, ...networkTexts } as const

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

/** Whether the visitor has to choose another network, or disconnect, before the modal closes. */
export function isAskedToLeave(state: ModalState): boolean {
  return state.router.stack[0].view === 'UnsupportedChain'
}
