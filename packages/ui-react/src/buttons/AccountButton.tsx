import type { Namespace } from '@latchkey/core'
import type { ReactElement } from 'react'
import type { UiModal } from '../uiModal.js'
import { AccountFace } from './AccountFace.js'
import { OpenButton } from './OpenButton.js'
import { useShownAccount } from './useShownAccount.js'

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
 * The connected account: its picture and network, its name or short address, and its balance if requested. Renders nothing while disconnected. If
 * `services.blockchainApi` is set, the name is fetched once the account is connected: the address is shown until then.
 */
export function AccountButton(props: AccountButtonProps): ReactElement | null {
  const { modal, namespace, showBalance, disabled, className } = props
  const account = useShownAccount(props)
  const { address } = account
  if (!address) return null
  return (
    <OpenButton modal={modal} request={namespace && { namespace }} disabled={disabled} className={className} hasMenu>
      <AccountFace modal={modal} namespace={namespace} account={{ ...account, address }} showBalance={showBalance} />
    </OpenButton>
  )
}
