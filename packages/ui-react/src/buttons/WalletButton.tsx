import { type ReactElement, type ReactNode, useState } from 'react'
import { OpenButton, useButtonTexts } from './OpenButton.js'
import { useWalletButton, type WalletButtonOptions, type WalletButtonState } from './useWalletButton.js'

export type WalletButtonProps = WalletButtonOptions & {
  /** Default: the name of the wallet. */
  readonly label?: string | undefined
  readonly disabled?: boolean | undefined
  readonly className?: string | undefined
}

export type CustomWalletButtonProps = WalletButtonOptions & {
  /** Renders the button. */
  readonly children: (state: WalletButtonState) => ReactNode
}

/**
 * Connects one wallet; once connected, opens the account. A wallet that is not installed is looked up in the wallet list, and
 * connected from another device if the app has a connector for that; else the button is disabled.
 *
 * @example
 * <WalletButton wallet="io.metamask" />
 */
export const WalletButton: {
  (props: WalletButtonProps): ReactElement
  /**
   * A button of your own for one wallet.
   *
   * @example
   * <WalletButton.Custom wallet="io.metamask">
   *   {({ name, status, getButtonProps }) => <button {...getButtonProps()}>{`${name}: ${status}`}</button>}
   * </WalletButton.Custom>
   */
  readonly Custom: (props: CustomWalletButtonProps) => ReactElement
} = Object.assign(StyledWalletButton, { Custom: CustomWalletButton })

function StyledWalletButton({ label, disabled, className, ...options }: WalletButtonProps): ReactElement {
  const { status, name, icon, getButtonProps } = useWalletButton(options)
  const { buttonConnect, buttonConnecting, buttonConnected, buttonUnavailable } = useButtonTexts(options.modal)
  const texts = { connecting: buttonConnecting, connected: buttonConnected, unavailable: buttonUnavailable }
  const state = status in texts ? texts[status as keyof typeof texts] : undefined
  const { disabled: isDisabled, 'aria-busy': isBusy, ...openProps } = getButtonProps()
  return (
    <OpenButton
      modal={options.modal}
      openProps={openProps}
      disabled={disabled || isDisabled}
      aria-busy={isBusy}
      className={className}
    >
      <WalletIcon name={label ?? name} src={icon} />
      <span className="lk-name" dir="auto">
        {label ?? name ?? buttonConnect}
      </span>
      {state && (
        <span className="lk-status" data-status={status}>
          {state}
        </span>
      )}
    </OpenButton>
  )
}

function CustomWalletButton({ children, ...options }: CustomWalletButtonProps): ReactElement {
  return <>{children(useWalletButton(options))}</>
}

type WalletIconProps = { readonly name: string | undefined; readonly src: string | undefined }

/** The icon of a wallet. Without one, the first letter of its name, so that nothing moves when the icon comes. */
function WalletIcon({ name = '', src }: WalletIconProps): ReactElement {
  const [failed, setFailed] = useState<string>()
  return (
    <span className="lk-icon" aria-hidden="true">
      {src && src !== failed ? (
        <img src={src} alt="" width="24" height="24" draggable={false} onError={() => setFailed(src)} />
      ) : (
        Array.from(name.trim())[0]?.toUpperCase()
      )}
    </span>
  )
}
