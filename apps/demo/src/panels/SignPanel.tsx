import { getAccount, signMessage, signTypedData } from '@latchkey/core/controllers'
import { useModal, useNetwork } from '@latchkey/ui-react'
import { type ReactElement, useState } from 'react'
import { createClient, type Hex, http, verifyTypedData } from 'viem'
import { verifyTypedData as askChain } from 'viem/actions'
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
  const rpcUrl = useNetwork().caipNetwork?.rpcUrls.default.http[0]
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
              return describe(await verifySignature(account, { message, signature, rpcUrl }), signature)
            })
          }
        >
          Sign message
        </button>
        <button
          type="button"
          onClick={() =>
            run(setResult, async () => {
              const { address = '0x', type } = getAccount(modal.getState())
              const signature = (await signTypedData(modal, { typedData })) as Hex
              const signed = { address: address as Hex, ...typedData, signature }
              const isValid =
                type === 'smartAccount' && rpcUrl
                  ? await askChain(createClient({ transport: http(rpcUrl) }), signed)
                  : await verifyTypedData(signed)
              return describe(isValid, signature)
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
