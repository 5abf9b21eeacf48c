import { formatEther } from 'viem'
import { useBalance, useConnection } from 'wagmi'

/** The connected EVM account, and its balance in the currency of the network, by wagmi's hooks. */
export function Account() {
  const { isConnected, address } = useConnection()
  const { data: balance, error } = useBalance({ address })
  if (!isConnected) return <p>Connect a wallet to see your balance.</p>
  const amount = balance && `${formatEther(balance.value)} ${balance.symbol}`
  return (
    <>
      <p>
        Address: <output>{address}</output>
      </p>
      <p>Balance: {amount ?? (error ? 'not available' : 'loading…')}</p>
    </>
  )
}
