import { loadModule, type Namespace, toFixedDecimals, toShortAddress } from '@latchkey/core'
import { type ReactElement, useEffect } from 'react'
import { useAccount } from '../hooks/useAccount.js'
import { useModalInstance } from '../provider/LatchkeyProvider.js'
import type { UiModal } from '../uiModal.js'
import { OpenButton } from './OpenButton.js'

export type AccountButtonProps = {
  readonly modal?: UiModal | undefined
  readonly namespace?: Namespace | undefined
  /** Shows the balance: of the native currency, or of the token of the option `tokens`. Costs one read per account and network; off unless told. */
  readonly showBalance?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly className?: string | undefined
}

/** The connected account: its name or short address, and its balance where asked for. Nothing while disconnected. */
export function AccountButton(props: AccountButtonProps): ReactElement | null {
  const { modal, namespace, showBalance = false, disabled, className } = props
  const account = useAccount({ namespace, modal })
  const { address, addressLabel, profileName, balance, balanceSymbol, balanceImage } = account
  useWatchedBalance(showBalance && address !== undefined, props)
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

function useWatchedBalance(isWatched: boolean, { modal, namespace }: AccountButtonProps): void {
  const instance = useModalInstance(modal)
  useEffect(() => {
    if (!isWatched) return
    let stop: (() => void) | undefined
    let isCurrent = true
    loadModule(() => import('./watchShownBalance.js')).then(
      ({ watchShownBalance }) => {
        if (isCurrent) stop = watchShownBalance(instance, namespace)
      },
      () => {
        // the address is there; the balance comes with the next visit
      },
    )
    return () => {
      isCurrent = false
      stop?.()
    }
  }, [instance, isWatched, namespace])
}
