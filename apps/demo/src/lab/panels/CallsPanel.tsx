import type { Network } from '@latchkey/core'
import { useAccount, useNetwork, useProvider } from '@latchkey/ui-react'
import { type ReactElement, useState } from 'react'
import { type Client, createClient, custom, defineChain, type EIP1193Provider, type Hex, parseEther } from 'viem'
import { getCallsStatus, sendCalls, waitForCallsStatus } from 'viem/actions'
import { Panel, Result, type ResultState, run } from './Panel.js'

const recipients = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'] as const

/** Sends two transfers atomically with one approval (EIP-5792), for smart accounts. Uses viem, as an app would. */
export function CallsPanel(): ReactElement | null {
  const { address, type } = useAccount({ namespace: 'eip155' })
  const { caipNetwork } = useNetwork({ namespace: 'eip155' })
  const { provider } = useProvider('eip155')
  const [result, setResult] = useState<ResultState>()
  if (type !== 'smartAccount' || !provider || !address || !caipNetwork) return null

  const send = async (): Promise<string> => {
    const client = createViemClient(caipNetwork, provider)
    const { id } = await sendCalls(client, {
      account: address as Hex,
      calls: recipients.map((to) => ({ to, value: parseEther('0.01') })),
      forceAtomic: true,
    })
    await waitForCallsStatus(client, { id, timeout: 60_000 })
    const { status, receipts } = await getCallsStatus(client, { id })
    return `${status}: ${receipts?.map(({ transactionHash }) => transactionHash).join(' ') ?? id}`
  }
  return (
    <Panel title="Several at once">
      <p>0.01 ETH to two accounts.</p>
      <button type="button" onClick={() => run(setResult, send)}>
        Send calls
      </button>
      <Result name="calls-result" state={result} />
    </Panel>
  )
}

/** A viem client on a network, over the wallet's own provider, as an app would make it. */
export function createViemClient({ id, name, nativeCurrency, rpcUrls }: Network, provider: unknown): Client {
  const chain = defineChain({ id: Number(id), name, nativeCurrency, rpcUrls: { default: rpcUrls.default } })
  return createClient({ chain, transport: custom(provider as EIP1193Provider), pollingInterval: 500 })
}
