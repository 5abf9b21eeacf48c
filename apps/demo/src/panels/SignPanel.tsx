import { getAccount, signMessage, signTypedData } from '@latchkey/core/controllers'
import { useModal } from '@latchkey/ui-react'
import { type ReactElement, useState } from 'react'
import { type Hex, verifyTypedData } from 'viem'
import { Panel } from './Panel.js'
import { Result, type ResultState, run } from './Result.js'
import { verifySignature } from './verifySignature.js'

const typedData = {
  domain: { name: 'Latchkey demo', version: '1' },
  types: { Greeting: [{ name: 'text', type: 'string' }] },
  primaryType: 'Greeting',
  message: { text: 'Hello from typed data' },
} as const

/** Signs with the active chain's wallet. */
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
              const account = getAccount(modal.getState())
              const signature = await signMessage(modal, { message })
              return describe(await verifySignature(account, message, signature), signature)
            })
          }
        >
          Sign message
        </button>
        <button
          type="button"
          onClick={() =>
            run(setResult, async () => {
              const address = (getAccount(modal.getState()).address ?? '0x') as Hex
              const signature = (await signTypedData(modal, { typedData })) as Hex
              return describe(await verifyTypedData({ address, ...typedData, signature }), signature)
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

function describe(isValid: boolean | null, signature: string): string {
  if (isValid === null) return `Signed: ${signature}`
  return `${isValid ? 'Verified' : 'Not verified'}: ${signature}`
}
