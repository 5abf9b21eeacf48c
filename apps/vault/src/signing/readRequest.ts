import { readPersonalSign } from './evm/readPersonalSign.js'
import { readTransaction } from './evm/readTransaction.js'
import { InvalidRequestError } from './InvalidRequestError.js'
import type { MethodReader, Reading, SigningRequest } from './signingRequest.js'
import { readSolanaMessage } from './solana/readSolanaMessage.js'
import { readSolanaTransactions } from './solana/readSolanaTransactions.js'
import { readTypedData } from './typedData/readTypedData.js'

/** All that this wallet ever signs. A bare hash (`eth_sign`) and a delegation are not among it. [S8.17] */
const readers: { readonly [method: string]: readonly [namespace: 'eip155' | 'solana', read: MethodReader] } = {
  personal_sign: ['eip155', readPersonalSign],
  eth_signTypedData_v4: ['eip155', readTypedData],
  eth_sendTransaction: ['eip155', readTransaction],
  solana_signMessage: ['solana', readSolanaMessage],
  solana_signTransaction: ['solana', readSolanaTransactions],
  solana_signAllTransactions: ['solana', readSolanaTransactions],
  solana_signAndSendTransaction: ['solana', readSolanaTransactions],
}

/** Reads a request by the reader of its method. Throws InvalidRequestError. */
export function readRequest({ chain, ...request }: SigningRequest): Reading {
  const { method } = request
  const entry = typeof method === 'string' && Object.hasOwn(readers, method) ? readers[method] : undefined
  if (!entry) throw new InvalidRequestError('Requested RPC call is not allowed', { code: 4200 })
  const [namespace, read] = entry
  const reference = readReference(chain, namespace)
  const account = request.accounts[namespace]
  return read({ ...request, chain: `${namespace}:${reference}`, reference, account })
}

/** What follows the namespace: a decimal number, or the first 32 characters of a genesis hash. [CAIP-2] */
function readReference(chain: unknown, namespace: 'eip155' | 'solana'): string {
  const pattern = namespace === 'eip155' ? /^eip155:([1-9]\d{0,15})$/ : /^solana:([-_a-zA-Z0-9]{1,32})$/
  const reference = typeof chain === 'string' ? pattern.exec(chain)?.[1] : undefined
  if (reference === undefined || (namespace === 'eip155' && !Number.isSafeInteger(Number(reference))))
    throw new InvalidRequestError(`This method needs a network of ${namespace}`)
  return reference
}
