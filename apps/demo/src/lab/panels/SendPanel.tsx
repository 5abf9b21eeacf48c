import type { ByNamespace, Namespace, Transaction } from '@latchkey/core'
import { confirmTransaction, fetchBalance, sendTransaction } from '@latchkey/core/controllers'
import { useAccount, useModal, useNetwork } from '@latchkey/ui-react'
import { type ReactElement, useState } from 'react'
import { createClient, type Hex, http, isAddress, parseEther } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import type { DemoConfig } from '../../config.js'
import { Panel, Result, type ResultState, run } from './Panel.js'

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
    const { status } = await confirmTransaction(modal, { caipNetworkId, id, timeout: 60_000 })
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

/** Uses viem, as an app that already depends on it would. */
async function waitForBlock(rpcUrl: string, hash: Hex): Promise<string> {
  const client = createClient({ transport: http(rpcUrl), pollingInterval: 250 })
  const receipt = await waitForTransactionReceipt(client, { hash, timeout: 30_000 })
  return `${receipt.status === 'success' ? 'Mined' : 'Reverted'} in block ${receipt.blockNumber}`
}

/** Defaults of the form and the transaction it makes, for one namespace. */
type Transfer = {
  readonly to: string
  readonly amount: string
  readonly symbol: string
  readonly toTransaction: (to: string, amount: string) => Transaction
}

const transfers: ByNamespace<Transfer> = {
  eip155: {
    to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    amount: '0.25',
    symbol: 'ETH',
    toTransaction: (to, amount) => {
      if (!isAddress(to)) throw new Error('The recipient is not an address.')
      return { to, value: parseEther(amount) }
    },
  },
  solana: {
    to: 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
    amount: '0.25',
    symbol: 'SOL',
    toTransaction: (to, amount) => ({ to, lamports: toUnits(amount, 9) }),
  },
  bip122: {
    to: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    amount: '0.25',
    symbol: 'BTC',
    toTransaction: (to, amount) => ({ to, sats: toUnits(amount, 8) }),
  },
}

/** Converts a decimal amount to atomic units without floating point. */
function toUnits(amount: string, decimals: number): bigint {
  const [whole = '', fraction = '', ...rest] = amount.split('.')
  if (rest.length > 0 || !/^\d+$/.test(whole) || !/^\d*$/.test(fraction) || fraction.length > decimals)
    throw new Error(`The amount must be a number with up to ${decimals} decimals.`)
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
