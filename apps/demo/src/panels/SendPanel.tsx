import type { Namespace } from '@latchkey/core'
import { confirmTransaction, fetchBalance, sendTransaction } from '@latchkey/core/controllers'
import { useAccount, useModal, useNetwork } from '@latchkey/ui-react'
import { type ReactElement, useState } from 'react'
import { createClient, type Hex, http } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import type { DemoConfig } from '../config.js'
import { Panel } from './Panel.js'
import { Result, type ResultState, run } from './Result.js'
import { transfers } from './transfers.js'

/** Sends the native currency of the active chain, and waits for the chain to confirm it. */
export function SendPanel({ config }: { readonly config: DemoConfig }): ReactElement {
  const { namespace = 'eip155' } = useAccount()
  return <SendForm key={namespace} namespace={namespace} config={config} />
}

function SendForm({ namespace, config }: { readonly namespace: Namespace; readonly config: DemoConfig }): ReactElement {
  const { modal } = useModal()
  const { chainId, caipNetworkId } = useNetwork({ namespace })
  const transfer = transfers[namespace]
  const [to, setTo] = useState(transfer?.to ?? '')
  const [amount, setAmount] = useState(transfer?.amount ?? '')
  const [result, setResult] = useState<ResultState>()

  const send = async (): Promise<string> => {
    if (!transfer || !caipNetworkId) throw new Error('Nothing can be sent here.')
    const id = await sendTransaction(modal, { namespace, transaction: transfer.toTransaction(to, amount) })
    const rpcUrl = config.chains.find((chain) => namespace === 'eip155' && chain.id === chainId)?.rpcUrl
    const outcome = rpcUrl ? await waitForBlock(rpcUrl, id as Hex) : await confirm(id)
    await fetchBalance(modal, { namespace, force: true })
    return `${outcome}: ${id}`
  }
  const confirm = async (id: string): Promise<string> => {
    if (!caipNetworkId) return 'Sent'
    const { status } = await confirmTransaction(modal, { caipNetworkId, id, deadline: 60_000 })
    return { confirmed: 'Confirmed', failed: 'Failed', expired: 'Expired' }[status]
  }

  return (
    <Panel title="Send">
      <label>
        To
        <input value={to} spellCheck={false} onChange={(event) => setTo(event.target.value)} />
      </label>
      <label>
        Amount in {transfer?.symbol}
        <input value={amount} inputMode="decimal" onChange={(event) => setAmount(event.target.value)} />
      </label>
      <button type="button" onClick={() => run(setResult, send)}>
        Send
      </button>
      <Result name="send-result" state={result} />
    </Panel>
  )
}

/** With viem, as an app that has it would. */
async function waitForBlock(rpcUrl: string, hash: Hex): Promise<string> {
  const client = createClient({ transport: http(rpcUrl), pollingInterval: 250 })
  const receipt = await waitForTransactionReceipt(client, { hash, timeout: 30_000 })
  return `${receipt.status === 'success' ? 'Mined' : 'Reverted'} in block ${receipt.blockNumber}`
}
