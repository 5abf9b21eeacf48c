import { getAccount, signMessage, signTypedData } from '@latchkey/core/controllers'
import { type UiModal, useModal } from '@latchkey/ui-react'
import { type ReactElement, useState } from 'react'
import { type Hex, verifyMessage, verifyTypedData } from 'viem'
import { Panel } from './Panel.js'
import { Result, type ResultState, run } from './Result.js'

const typedData = {
  domain: { name: 'Latchkey demo', version: '1' },
  types: { Greeting: [{ name: 'text', type: 'string' }] },
  primaryType: 'Greeting',
  message: { text: 'Hello from typed data' },
} as const

export function SignPanel(): ReactElement {
  const { modal } = useModal()
  const [message, setMessage] = useState('Hello, Latchkey')
  const [result, setResult] = useState<ResultState>()
  return (
    <Panel title="Sign">
      <label>
        Message
        <textarea rows={2} value={message} onChange={(event) => setMessage(event.target.value)} />
      </label>
      <div className="buttons">
        <button
          type="button"
          onClick={() =>
            run(setResult, async () => {
              const signature = (await signMessage(modal, { message })) as Hex
              return describe(await verifyMessage({ address: getAddress(modal), message, signature }), signature)
            })
          }
        >
          Sign message
        </button>
        <button
          type="button"
          onClick={() =>
            run(setResult, async () => {
              const signature = (await signTypedData(modal, { typedData })) as Hex
              return describe(await verifyTypedData({ address: getAddress(modal), ...typedData, signature }), signature)
            })
          }
        >
          Sign typed data
        </button>
      </div>
      <Result name="sign-result" state={result} />
    </Panel>
  )
}

function getAddress(modal: UiModal): Hex {
  return (getAccount(modal.getState()).address ?? '0x') as Hex
}

function describe(isValid: boolean, signature: string): string {
  return `${isValid ? 'Verified' : 'Not verified'}: ${signature}`
}
