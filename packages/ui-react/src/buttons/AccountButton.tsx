import { type Namespace, toFixedDecimals } from '@latchkey/core'
import type { ReactElement } from 'react'
import { useAccount } from '../hooks/useAccount.js'
import type { UiModal } from '../uiModal.js'
import { OpenButton } from './OpenButton.js'
import { useShownAccount, useWatched } from './useShownAccount.js'
import { loadBalanceWatch } from './watches.js'

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
  const { label } = useShownAccount(props)
  const { balance, balanceSymbol, balanceImage } = useAccount({ namespace, modal })
  useWatched(showBalance && label !== undefined, loadBalanceWatch, props)
  if (!label) return null
  return (
    <OpenButton modal={modal} request={namespace && { namespace }} disabled={disabled} className={className}>
      {showBalance && balance !== undefined && (
        <span className="lk-balance">
          {balanceImage && <img src={balanceImage} alt="" />}
          {toFixedDecimals(balance, 3)} {balanceSymbol}
        </span>
      )}
      <span>{label}</span>
    </OpenButton>
  )
}
