import type { ModalState, Network } from '@latchkey/core'
import { getNetworkState, startSwitch } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell } from '../../router/ShellContext.js'
import { Icon } from '../Icon/Icon.js'
import { Row } from '../Row/Row.js'
import { NetworkTile } from './NetworkTile.js'

const selectCurrent = (state: ModalState): string | undefined => getNetworkState(state).caipNetworkId
const selectApproved = (state: ModalState): readonly string[] | undefined =>
  getNetworkState(state).approvedCaipNetworkIds

/** Networks to choose from: the active one ticked, those that the wallet did not approve disabled. */
export function NetworkList({ networks }: { readonly networks: readonly Network[] }): ReactElement {
  const { modal, t } = useShell()
  const current = useModalState(selectCurrent)
  const approved = useModalState(selectApproved)
  return (
    <ul className="list">
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

function Tick({ label }: { readonly label: string }): ReactElement {
  return (
    <span className="tick">
      <Icon name="check" />
      <span className="sr">{label}</span>
    </span>
  )
}
