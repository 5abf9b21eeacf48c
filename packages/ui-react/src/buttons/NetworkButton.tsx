import type { Namespace } from '@latchkey/core'
import type { ReactElement } from 'react'
import { useNetwork } from '../hooks/useNetwork.js'
import type { UiModal } from '../uiModal.js'
import { MarkPlace } from './AccountFace.js'
import { OpenButton, useButtonTexts } from './OpenButton.js'

export type NetworkButtonProps = {
  readonly modal?: UiModal | undefined
  /** The namespace whose network it shows. Default: the active one. */
  readonly namespace?: Namespace | undefined
  /** Shown while the wallet is on a network that the app does not have. */
  readonly unknownLabel?: string | undefined
  readonly disabled?: boolean | undefined
  readonly className?: string | undefined
}

/** The active network; opens the list of networks, with or without a wallet. */
export function NetworkButton(props: NetworkButtonProps): ReactElement {
  const { modal, namespace, disabled, className } = props
  const { buttonSwitchNetwork } = useButtonTexts(modal)
  const { caipNetwork } = useNetwork({ namespace, modal })
  const request = caipNetwork ? ({ view: 'Networks', namespace } as const) : namespace && { namespace }
  return (
    <OpenButton modal={modal} request={request} disabled={disabled} className={className} hasMenu>
      {caipNetwork && <MarkPlace modal={modal} network={caipNetwork} className="lk-icon lk-network" />}
      <span className="lk-name" dir="auto">
        {caipNetwork?.name ?? props.unknownLabel ?? buttonSwitchNetwork}
      </span>
    </OpenButton>
  )
}
