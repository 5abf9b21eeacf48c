import type { Namespace } from '@latchkey/core'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import { useModalInstance } from '../hooks/LatchkeyProvider.js'
import type { UiModal } from '../uiModal.js'
import { AccountFace } from './AccountFace.js'
import { OpenButton, useButtonTexts } from './OpenButton.js'
import { type ConnectButtonState, useConnectButton } from './useConnectButton.js'
import { useShownAccount } from './useShownAccount.js'

export type ConnectButtonProps = {
  readonly modal?: UiModal | undefined
  readonly label?: string | undefined
  /** Shown while a wallet is being asked or a connection restored. */
  readonly loadingLabel?: string | undefined
  /** The namespace to connect and show. Default: the active one. */
  readonly namespace?: Namespace | undefined
  /** Once connected, shows the balance, as AccountButton does. Default: false. */
  readonly showBalance?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly className?: string | undefined
}

export type CustomConnectButtonProps = Pick<ConnectButtonProps, 'modal' | 'namespace'> & {
  /** Renders the button. */
  readonly children: (state: ConnectButtonState) => ReactNode
}

/** Connects; once connected, shows the account: its picture, network and name, or its address until the name is known. */
export const ConnectButton: {
  (props: ConnectButtonProps): ReactElement
  /**
   * A button of your own, with the state and the actions of ConnectButton.
   *
   * @example
   * <ConnectButton.Custom>
   *   {({ account, getButtonProps }) => <button {...getButtonProps()}>{account?.label ?? 'Log in'}</button>}
   * </ConnectButton.Custom>
   */
  readonly Custom: (props: CustomConnectButtonProps) => ReactElement
} = Object.assign(StyledConnectButton, { Custom: CustomConnectButton })

function StyledConnectButton(props: ConnectButtonProps): ReactElement {
  const { namespace, modal, showBalance, disabled, className } = props
  useWarmUp(modal)
  const account = useShownAccount(props)
  const { address, status } = account
  const texts = useButtonTexts(modal)
  const isConnecting = status === 'connecting'
  return (
    <OpenButton
      modal={modal}
      request={namespace && { namespace }}
      kind={address ? 'plain' : 'primary'}
      disabled={disabled}
      className={className}
      hasMenu={address !== undefined}
      aria-busy={isConnecting || undefined}
    >
      {address && (
        <AccountFace modal={modal} namespace={namespace} account={{ ...account, address }} showBalance={showBalance} />
      )}
      {!address && isConnecting && (props.loadingLabel ?? texts.buttonConnecting)}
      {!address && !isConnecting && (props.label ?? texts.buttonConnect)}
    </OpenButton>
  )
}

function CustomConnectButton({ children, ...options }: CustomConnectButtonProps): ReactElement {
  useWarmUp(options.modal)
  return <>{children(useConnectButton(options))}</>
}

/** Has warmUpConnecting render this button, too. It doesn't import the button, which not every app shows. */
function useWarmUp(modal: UiModal | undefined): void {
  const { ui } = useModalInstance(modal)
  useEffect(() => {
    ui.button = ConnectButton
  }, [ui])
}
