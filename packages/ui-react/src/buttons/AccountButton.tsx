import { type ModalState, type Namespace, toFixedDecimals, toShortAddress } from '@latchkey/core'
import { type ReactElement, useCallback, useEffect } from 'react'
import { useModalInstance } from '../hooks/LatchkeyProvider.js'
import { useAccount } from '../hooks/useAccount.js'
import { useModalState } from '../hooks/useModalState.js'
import type { UiModal } from '../uiModal.js'
import { OpenButton } from './OpenButton.js'
import { loadBalanceWatch, loadNameWatch, mayHaveName, type Watch } from './watches.js'

export type AccountButtonProps = {
  readonly modal?: UiModal | undefined
  readonly namespace?: Namespace | undefined
  /**
   * Shows the balance of the native currency, or of the token of the option `tokens`. Costs one read per account and
   * network. Default: false.
   */
  readonly showBalance?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly className?: string | undefined
}

/**
 * The connected account: its name or short address, and its balance if requested. Renders nothing while disconnected. If
 * `services.blockchainApi` is set, the name is fetched once the account is connected: the address is shown until then.
 */
export function AccountButton(props: AccountButtonProps): ReactElement | null {
  const { modal, namespace, showBalance = false, disabled, className } = props
  const account = useAccount({ namespace, modal })
  const { address, addressLabel, profileName, balance, balanceSymbol, balanceImage } = account
  const instance = useModalInstance(modal)
  const isNamed = useModalState(
    useCallback((state: ModalState) => mayHaveName(instance, state, namespace), [instance, namespace]),
    instance,
  )
  useWatched(showBalance && address !== undefined, loadBalanceWatch, props)
  useWatched(isNamed, loadNameWatch, props)
  if (!address) return null
  return (
    <OpenButton modal={modal} request={namespace && { namespace }} disabled={disabled} className={className}>
      {showBalance && balance !== undefined && (
        <span className="lk-balance">
          {balanceImage && <img src={balanceImage} alt="" />}
          {toFixedDecimals(balance, 3)} {balanceSymbol}
        </span>
      )}
      <span>{addressLabel ?? profileName ?? toShortAddress(address)}</span>
    </OpenButton>
  )
}

type WatchedOptions = {
  readonly modal?: UiModal | undefined
  readonly namespace?: Namespace | undefined
}

/** Watches something while a button shows it. The watcher is loaded on first use; keep `load` outside the component. */
function useWatched(isWanted: boolean, load: () => Promise<Watch>, options: WatchedOptions): void {
  const { namespace } = options
  const modal = useModalInstance(options.modal)
  useEffect(() => {
    if (!isWanted) return
    let stop: (() => void) | undefined
    let isCurrent = true
    load().then(
      (watch) => {
        if (isCurrent) stop = watch(modal, namespace)
      },
      () => {
        // the address is shown without it
      },
    )
    return () => {
      isCurrent = false
      stop?.()
    }
  }, [modal, isWanted, load, namespace])
}
