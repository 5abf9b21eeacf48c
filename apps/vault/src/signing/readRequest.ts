import { readPersonalSign } from './evm/readPersonalSign.js'
import { readTransaction } from './evm/readTransaction.js'
import { InvalidRequestError } from './InvalidRequestError.js'
import { readGrant } from './permissions/readGrant.js'
import { readRevocation } from './permissions/readRevocation.js'
import type { MethodReader, Reading, SigningRequest } from './signingRequest.js'
import { readSendCalls } from './smart/readSendCalls.js'
import { readUserOperation } from './smart/readUserOperation.js'
import { readSolanaMessage } from './solana/readSolanaMessage.js'
import { readSolanaTransactions } from './solana/readSolanaTransactions.js'
import { toMethodRequest } from './toMethodRequest.js'
import { readTypedData } from './typedData/readTypedData.js'

/** All that this wallet ever signs. A bare hash (`eth_sign`) and a delegation are not among it. [S8.17] */
const readers: { readonly [method: string]: readonly [namespace: 'eip155' | 'solana', read: MethodReader] } = {
  personal_sign: ['eip155', readPersonalSign],
  eth_signTypedData_v4: ['eip155', readTypedData],
  eth_sendTransaction: ['eip155', readTransaction],
  wallet_sendCalls: ['eip155', readSendCalls],
  eth_sendUserOperation: ['eip155', readUserOperation],
  wallet_grantPermissions: ['eip155', readGrant],
  wallet_revokePermissions: ['eip155', readRevocation],
  solana_signMessage: ['solana', readSolanaMessage],
  solana_signTransaction: ['solana', readSolanaTransactions],
  solana_signAllTransactions: ['solana', readSolanaTransactions],
  solana_signAndSendTransaction: ['solana', readSolanaTransactions],
}

/** Reads a request by the reader of its method. Throws InvalidRequestError. */
export function readRequest(request: SigningRequest): Reading {
  const { method } = request
  const entry = typeof method === 'string' && Object.hasOwn(readers, method) ? readers[method] : undefined
  if (!entry) throw new InvalidRequestError('Requested RPC call is not allowed', { code: 4200 })
  const [namespace, read] = entry
  return read(toMethodRequest(request, namespace))
}
