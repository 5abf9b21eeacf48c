import { requestPermissions } from '@latchkey/core/controllers/sessions'
import { useAccount, useModal, useNetwork, useProvider } from '@latchkey/ui-react'
import { type ReactElement, useState } from 'react'
import { type Hex, parseEther, toHex } from 'viem'
import { sendCalls, waitForCallsStatus } from 'viem/actions'
import { createViemClient } from './CallsPanel.js'
import { Panel, Result, type ResultState, run } from './Panel.js'

const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const hour = 3_600_000

/** Lets the page spend an amount without asking each time (ERC-7715), for wallets that grant permissions. */
export function PermissionPanel(): ReactElement | null {
  const { modal } = useModal()
  const { address } = useAccount({ namespace: 'eip155' })
  const { caipNetwork } = useNetwork({ namespace: 'eip155' })
  const { provider } = useProvider('eip155')
  const [context, setContext] = useState<string>()
  const [result, setResult] = useState<ResultState>()
  if (!provider || !address || !caipNetwork) return null

  const ask = async (): Promise<string> => {
    const granted = await requestPermissions(modal, {
      permissions: [{ type: 'native-token-allowance', data: { allowanceAmount: toHex(parseEther('0.015')) } }],
      expiry: Math.floor((Date.now() + hour) / 1_000),
    })
    setContext(granted.context)
    return `Granted: ${granted.context}`
  }
  const send = async (): Promise<string> => {
    const client = createViemClient(caipNetwork, provider)
    const { id } = await sendCalls(client, {
      account: address as Hex,
      calls: [{ to: recipient, value: parseEther('0.01') }],
      capabilities: { permissions: { context } },
    })
    const { status } = await waitForCallsStatus(client, { id, timeout: 60_000 })
    return `Sent without asking: ${status}`
  }
  return (
    <Panel title="Without asking">
      <p>Up to 0.015 ETH for an hour, sent in steps of 0.01.</p>
      <button type="button" onClick={() => run(setResult, ask)}>
        Ask for a permission
      </button>
      {context !== undefined && (
        <button type="button" onClick={() => run(setResult, send)}>
          Send 0.01 ETH with it
        </button>
      )}
      <Result name="permission-result" state={result} />
    </Panel>
  )
}
