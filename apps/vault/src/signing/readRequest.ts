import { createHash } from 'node:crypto'
import type { Hex } from 'viem'
import type { Summary } from '../protocol/summary.js'
import { readBitcoinMessage } from './bitcoin/readBitcoinMessage.js'
import { readPsbtRequest } from './bitcoin/readPsbtRequest.js'
import { readPersonalSign } from './evm/readPersonalSign.js'
import { readTransaction } from './evm/readTransaction.js'
import { InvalidRequestError } from './InvalidRequestError.js'
import type { Accounts } from './keys.js'
import { readGrant, readRevocation } from './permissions/readGrant.js'
import {
  type MethodReader,
  type Reading,
  type SigningNamespace,
  type SigningRequest,
  toMethodRequest,
} from './signingRequest.js'
import { readUserOperation } from './smart/readOperation.js'
import { readSendCalls } from './smart/readSendCalls.js'
import { readSolanaMessage } from './solana/readSolanaMessage.js'
import { readSolanaTransactions } from './solana/readSolanaTransactions.js'
import { readTypedData } from './typedData/readTypedData.js'

export type RequestDescription = {
  /** The request in canonical form, as JSON: all that {@link signRequest} needs besides the seed. */
  readonly canonical: string
  /** SHA-256 of `canonical`, 64 hex digits, which the user's device approves. */
  readonly digest: string
  readonly summary: Summary
  /** The challenge for a passkey of the account, if a passkey signs. */
  readonly challenge?: Hex | undefined
}

/**
 * Reads a site's request, and describes it. Throws InvalidRequestError for anything wrong, incomplete, foreign or never signed by this
 * wallet; nothing else, and always in bounded time.
 */
export function describeRequest(request: SigningRequest): RequestDescription {
  const reading = readRequest(request)
  const { params, summary, passkey } = reading
  return { ...toCanonical(request, params), summary, ...(passkey && { challenge: passkey.challenge }) }
}

/** Everything that this wallet signs. Bare hashes (`eth_sign`) and delegations are not included. [S8.17] */
const readers: { readonly [method: string]: readonly [namespace: SigningNamespace, read: MethodReader] } = {
  personal_sign: ['eip155', readPersonalSign],
  eth_signTypedData_v4: ['eip155', readTypedData],
  eth_sendTransaction: ['eip155', readTransaction],
  wallet_sendCalls: ['eip155', readSendCalls],
  eth_sendUserOperation: ['eip155', readUserOperation],
  wallet_requestExecutionPermissions: ['eip155', readGrant],
  wallet_grantPermissions: ['eip155', readGrant],
  wallet_revokeExecutionPermission: ['eip155', readRevocation],
  wallet_revokePermissions: ['eip155', readRevocation],
  solana_signMessage: ['solana', readSolanaMessage],
  solana_signTransaction: ['solana', readSolanaTransactions],
  solana_signAllTransactions: ['solana', readSolanaTransactions],
  solana_signAndSendTransaction: ['solana', readSolanaTransactions],
  bip122_signMessage: ['bip122', readBitcoinMessage],
  bip122_signPsbt: ['bip122', readPsbtRequest],
}

/** Reads a request with the reader of its method. Throws InvalidRequestError. */
function readRequest(request: SigningRequest): Reading {
  const { method } = request
  const entry = typeof method === 'string' && Object.hasOwn(readers, method) ? readers[method] : undefined
  if (!entry) throw new InvalidRequestError('Requested RPC call is not allowed', { code: 4200 })
  const [namespace, read] = entry
  return read(toMethodRequest(request, namespace))
}

type CanonicalReading = {
  readonly request: SigningRequest
  readonly reading: Reading
  readonly digest: string
}

/**
 * Reads a canonical request from scratch, as if the site had just sent it, and accepts it only if the result is identical. Throws
 * InvalidRequestError.
 */
export function readCanonical(canonical: string, accounts: Accounts): CanonicalReading {
  const request = { ...parse(canonical), accounts }
  const reading = readRequest(request)
  const again = toCanonical(request, reading.params)
  if (again.canonical !== canonical) throw new InvalidRequestError('The kept request is damaged')
  return { request, reading, digest: again.digest }
}

function parse(canonical: string): Omit<SigningRequest, 'accounts'> {
  try {
    const { method, chain, origin, now, params } = JSON.parse(canonical)
    return { method, chain, origin, now, params }
  } catch (cause) {
    throw new InvalidRequestError('The kept request is damaged', { cause })
  }
}

type Canonical = { readonly canonical: string; readonly digest: string }

/** Writes a request in canonical form. `params` come from its reading, not from the site. */
function toCanonical(request: Omit<SigningRequest, 'accounts'>, params: unknown): Canonical {
  const { method, chain, origin, now } = request
  const canonical = JSON.stringify({ v: 1, method, chain, origin, now, params })
  return { canonical, digest: createHash('sha256').update(canonical).digest('hex') }
}
