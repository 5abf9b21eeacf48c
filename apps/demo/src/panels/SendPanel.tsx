import { fetchBalance, sendTransaction } from '@latchkey/core/controllers'
import { useModal, useNetwork } from '@latchkey/ui-react'
import { type ReactElement, useState } from 'react'
import { createClient, type Hex, http, isAddress, parseEther } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import type { DemoConfig } from '../config.js'
import { Panel } from './Panel.js'
import { Result, type ResultState, run } from './Result.js'

export function SendPanel({ config }: { readonly config: DemoConfig }): ReactElement {
  const { modal } = useModal()
  const { chainId } = useNetwork()
  const [to, setTo] = useState('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  const [amount, setAmount] = useState('0.25')
  const [result, setResult] = useState<ResultState>()

  const send = async (): Promise<string> => {
    if (!isAddress(to)) throw new Error('The recipient is not an address.')
    const value = parseEther(amount)
    const hash = (await sendTransaction(modal, { transaction: { to, value } })) as Hex
    const rpcUrl = config.chains.find((chain) => chain.id === chainId)?.rpcUrl
    const client = createClient({ transport: http(rpcUrl), pollingInterval: 250 })
    const receipt = await waitForTransactionReceipt(client, { hash, timeout: 30_000 })
    await fetchBalance(modal, { force: true })
    return `${receipt.status === 'success' ? 'Mined' : 'Reverted'} in block ${receipt.blockNumber}: ${hash}`
  }

  return (
    <Panel title="Send">
      <label>
        To
        <input value={to} spellCheck={false} onChange={(event) => setTo(event.target.value)} />
      </label>
      <label>
        Amount in ETH
        <input value={amount} inputMode="decimal" onChange={(event) => setAmount(event.target.value)} />
      </label>
      <button type="button" onClick={() => run(setResult, send)}>
        Send
      </button>
      <Result name="send-result" state={result} />
    </Panel>
  )
}
