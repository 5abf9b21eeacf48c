import { type ConnectionState, type ModalState, type Namespace, toShortAddress } from '@latchkey/core'
import type { ReactElement } from 'react'
import { useModalValue } from '../hooks/useModalState.js'
import type { UiModal } from '../uiModal.js'
import { OpenButton, useButtonTexts } from './OpenButton.js'

export type ConnectButtonProps = {
  readonly modal?: UiModal | undefined
  readonly label?: string | undefined
  /** Shown while a wallet is being asked or a connection restored. */
  readonly loadingLabel?: string | undefined
  /** The namespace to connect and show. Default: the active one. */
  readonly namespace?: Namespace | undefined
  readonly disabled?: boolean | undefined
  readonly className?: string | undefined
}

/** Connects; once connected, shows the account. */
export function ConnectButton(props: ConnectButtonProps): ReactElement {
  const { namespace, modal, disabled, className } = props
  const state = useModalValue((state) => getConnectionState(state, namespace), modal)
  const address = getAddress(state)
  const label = useModalValue(({ addressLabels }) => address && addressLabels[address.toLowerCase()], modal)
  const texts = useButtonTexts(modal)
  const isConnecting = state?.status === 'connecting'
  return (
    <OpenButton
      modal={modal}
      request={namespace && { namespace }}
      kind={address ? 'plain' : 'primary'}
      disabled={disabled}
      className={className}
      aria-busy={isConnecting || undefined}
    >
      {address && (label ?? toShortAddress(address))}
      {!address && isConnecting && (props.loadingLabel ?? texts.buttonConnecting)}
      {!address && !isConnecting && (props.label ?? texts.buttonConnect)}
    </OpenButton>
  )
}

/** Also that of a connection that is being restored, if it is known. */
function getAddress(state: ConnectionState | undefined): string | undefined {
  if (state?.status === 'connected') return state.connection.accounts[0].address
  return state?.status === 'connecting' ? state.address : undefined
}

function getConnectionState(
  { namespaces, activeNamespace }: ModalState,
  namespace = activeNamespace,
): ConnectionState | undefined {
  return namespace && namespaces[namespace]?.connection
}
