import type { ModalState, Network } from '@latchkey/core'
import { getNetworkState, startSwitch } from '@latchkey/core/controllers'
import { type ReactElement, useCallback } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { networkTexts } from '../../i18n/messages/networks.js'
import { useTexts } from '../../i18n/useTexts.js'
import { useShell } from '../../router/ShellContext.js'
import { Row } from '../Row/Row.js'
import { Tick } from '../Row/Tick.js'
import { NetworkTile } from './NetworkTile.js'

export type NetworkListProps = {
  /** All of one chain family. */
  readonly networks: readonly Network[]
  /** The id of its heading. */
  readonly labelledBy?: string | undefined
}

const selectCurrent = (state: ModalState): string | undefined => getNetworkState(state).caipNetworkId

/** Networks to choose from: the active one ticked, those that the wallet did not approve disabled. */
export function NetworkList({ networks, labelledBy }: NetworkListProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(networkTexts)
  const current = useModalState(selectCurrent)
  const namespace = networks[0]?.chainNamespace
  const selectApproved = useCallback(
    (state: ModalState): readonly string[] | undefined => getNetworkState(state, namespace).approvedCaipNetworkIds,
    [namespace],
  )
  const approved = useModalState(selectApproved)
  return (
    <ul className="list" aria-labelledby={labelledBy}>
      {networks.map((network) => {
        const { caipNetworkId, name } = network
        const isCurrent = caipNetworkId === current
        const isApproved = approved?.includes(caipNetworkId) ?? true
        return (
          <li key={caipNetworkId}>
            <Row
              title={name}
              detail={isApproved ? undefined : t('networkNotApproved')}
              mark={<NetworkTile network={network} />}
              end={isCurrent ? <Tick label={t('networkActive')} /> : undefined}
              isCurrent={isCurrent}
              isDisabled={!isApproved}
              onClick={() => void startSwitch(modal, network)}
            />
          </li>
        )
      })}
    </ul>
  )
}
