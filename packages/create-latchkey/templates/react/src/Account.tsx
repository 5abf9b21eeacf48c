import { toDecimal } from '@latchkey/core/plugin'
import { useAccount, useBalance } from '@latchkey/ui-react'

/** The connected account, and its balance in the currency of the network. */
export function Account() {
  const { isConnected, address } = useAccount()
  const { data: balance, error } = useBalance()
  if (!isConnected) return <p>Connect a wallet to see your balance.</p>
  const amount = balance && `${toDecimal(balance.value, balance.decimals)} ${balance.symbol}`
  return (
    <>
      <p>
        Address: <output>{address}</output>
      </p>
      <p>Balance: {amount ?? error?.details ?? error?.shortMessage ?? 'loading…'}</p>
    </>
  )
}
