import { watchBalance } from '@latchkey/core/controllers'
import { useAccount, useDisconnect, useModal } from '@latchkey/ui-react'
import { type ReactElement, useEffect } from 'react'
import type { ScreenProps } from './screenProps.ts'

/** The connected account and its balance. */
export function AccountScreen({ onDone }: ScreenProps): ReactElement {
  const { modal } = useModal()
  const { address, balance, balanceSymbol, connectedWalletInfo } = useAccount()
  const { disconnect } = useDisconnect()
  useEffect(() => watchBalance(modal), [modal])
  return (
    <>
      <p>
        {connectedWalletInfo?.name}: <code>{address}</code>
      </p>
      <p>{balance === undefined ? 'Reading the balance …' : `${balance} ${balanceSymbol}`}</p>
      <button
        type="button"
        onClick={() => {
          disconnect()
          onDone()
        }}
      >
        Leave
      </button>
    </>
  )
}
