import { type ModalState, type Namespace, toShortAddress } from '@latchkey/core'
import { type ReactElement, useCallback } from 'react'
import { useModalState } from '../hooks/useModalState.js'
import type { UiModal } from '../uiModal.js'
import { OpenButton } from './OpenButton.js'
import { useButtonTexts } from './useButtonTexts.js'

export type ConnectButtonProps = {
  readonly modal?: UiModal | undefined
  readonly label?: string | undefined
  /** Shown while a wallet is being asked or a connection restored. */
  readonly loadingLabel?: string | undefined
  /** The chain family to connect and show; the active one unless told. */
  readonly namespace?: Namespace | undefined
  readonly disabled?: boolean | undefined
  readonly className?: string | undefined
}

/** Connects; once connected, shows the account. */
export function ConnectButton(props: ConnectButtonProps): ReactElement {
  const { namespace, modal, disabled, className } = props
  const select = useCallback((state: ModalState) => selectAccount(state, namespace), [namespace])
  const { status, address, label } = useModalState(select, modal)
  const texts = useButtonTexts(modal)
  const isConnecting = status === 'connecting'
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

type ShownAccount = { readonly status?: string; readonly address?: string; readonly label?: string | undefined }

/** As little of the state as the button shows: it is part of every first page. */
function selectAccount(state: ModalState, namespace = state.activeNamespace): ShownAccount {
  const connection = namespace && state.namespaces[namespace]?.connection
  if (connection?.status !== 'connected') return { status: connection?.status ?? 'disconnected' }
  const { address } = connection.connection.accounts[0]
  return { status: 'connected', address, label: state.addressLabels[address.toLowerCase()] }
}
