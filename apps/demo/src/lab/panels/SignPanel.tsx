import { type AccountState, getAccount } from '@latchkey/core'
import { signMessage, signTypedData } from '@latchkey/core/controllers'
import { useModal, useNetwork } from '@latchkey/ui-react'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { type ReactElement, useState } from 'react'
import { createClient, type Hex, http, verifyMessage, verifyTypedData } from 'viem'
import { verifyMessage as verifyMessageOnChain, verifyTypedData as verifyTypedDataOnChain } from 'viem/actions'
import { Panel, Result, type ResultState, run } from './Panel.js'

export type Signed = {
  readonly message: string
  readonly signature: string
  /** A node of the account's chain, used to verify signatures of contract accounts. */
  readonly rpcUrl: string | undefined
}

/** Verifies a signature with an independent library; null if none runs in the browser. */
async function verifySignature(
  { namespace, address = '', type }: AccountState,
  { message, signature, rpcUrl }: Signed,
): Promise<boolean | null> {
  if (namespace === 'eip155') {
    const signed = { address: address as Hex, message, signature: signature as Hex }
    // ERC-1271, or ERC-6492 if the account is not deployed yet
    return type === 'smartAccount' && rpcUrl
      ? verifyMessageOnChain(createClient({ transport: http(rpcUrl) }), signed)
      : verifyMessage(signed)
  }
  if (namespace === 'solana')
    return ed25519.verify(base58.decode(signature), new TextEncoder().encode(message), base58.decode(address))
  // no BIP-322 library runs in browsers; the adapter has verified it, and the browser tests verify it again
  return null
}

const typedData = {
  domain: { name: 'Latchkey demo', version: '1' },
  types: { Greeting: [{ name: 'text', type: 'string' }] },
  primaryType: 'Greeting',
  message: { text: 'Hello from typed data' },
} as const

/** Signs with the active account and verifies the signature. */
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
              return describeSignature(await verifySignature(account, { message, signature, rpcUrl }), signature)
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
                  ? await verifyTypedDataOnChain(createClient({ transport: http(rpcUrl) }), signed)
                  : await verifyTypedData(signed)
              return describeSignature(isValid, signature)
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

function describeSignature(isValid: boolean | null, signature: string): string {
  if (isValid === null) return `Signed: ${signature}`
  return `${isValid ? 'Verified' : 'Not verified'}: ${signature}`
}
