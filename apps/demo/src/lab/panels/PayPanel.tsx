import { pay } from '@latchkey/core/controllers'
import { useModal, useNetwork } from '@latchkey/ui-react'
import { type ReactElement, useState } from 'react'
import { Panel, Result, type ResultState, run } from './Panel.js'

const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const amount = '0.05'

/** A shop that requests a payment. */
export function PayPanel(): ReactElement {
  const { modal } = useModal()
  const { caipNetworkId } = useNetwork({ namespace: 'eip155' })
  const [result, setResult] = useState<ResultState>()

  const checkOut = async (): Promise<string> => {
    if (!caipNetworkId) throw new Error('No network to pay on.')
    const { hash } = await pay(modal, { recipient, asset: { caipNetworkId }, amount })
    return `Paid: ${hash}`
  }
  return (
    <Panel title="Shop">
      <p>One coffee, {amount} ETH.</p>
      <button type="button" onClick={() => run(setResult, checkOut)}>
        Pay
      </button>
      <Result name="pay-result" state={result} />
    </Panel>
  )
}
