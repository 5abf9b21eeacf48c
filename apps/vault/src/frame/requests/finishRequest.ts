import { FrameRequestError } from '../errors.js'
import type { AccountTypes } from '../smart/accountTypes.js'
import {
  awaitTransaction,
  type OpenOperations,
  type SendOptions,
  type SignedOperation,
  sendOperation,
} from '../smart/sendOperation.js'
import { broadcast } from './node.js'
import type { WalletRequest } from './requests.js'

export type FinishOptions = SendOptions & {
  readonly result: unknown
  readonly accounts: AccountTypes
  readonly operations: OpenOperations
}

/** Waits for the app's result, if it isn't known at once. */
export type Conclude = () => Promise<unknown>

/** Broadcasts if needed. Waiting for the network doesn't block other requests. */
export async function finishRequest(request: WalletRequest, options: FinishOptions): Promise<Conclude> {
  const { result } = options
  if (isOperation(result)) return finishOperation(request, { ...options, signed: result })
  const answer = isSignature(result)
    ? await chooseSignature(request, { ...options, given: result })
    : await sendTransaction(request, options)
  return async () => answer
}

async function sendTransaction(request: WalletRequest, options: FinishOptions): Promise<unknown> {
  const { method } = request
  const { result } = options
  if (method === 'solana_signAndSendTransaction') return sendSolana(request, options)
  if (method !== 'eth_sendTransaction') return result
  const { network, rpcUrl, signal } = request
  const params = [result]
  const call = { chain: network.caipNetworkId, method: 'eth_sendRawTransaction', params, rpcUrl, signal }
  return broadcast(options.callNode, call)
}

async function finishOperation(
  request: WalletRequest,
  { signed, callNode, wait, operations }: FinishOptions & { readonly signed: SignedOperation },
): Promise<Conclude> {
  const { method, network } = request
  const hash = await sendOperation(request, { signed, callNode })
  operations.add({ chain: network.caipNetworkId, hash })
  if (method === 'eth_sendTransaction') return () => awaitTransaction(request, { hash, callNode, wait })
  const { id = hash, version = '' } = signed
  // version 1 of the standard returns the id alone
  const calls = version.startsWith('1') ? id : { id, capabilities: {} }
  return async () => (method === 'wallet_sendCalls' ? calls : hash)
}

type Signature = { readonly account: string; readonly signature: string; readonly wrapped: string }

/** The signature as the deployed account verifies it or, until then, wrapped with its deployment. [ERC-1271] [ERC-6492] */
async function chooseSignature(
  { network, rpcUrl, signal }: WalletRequest,
  { given, accounts }: FinishOptions & { readonly given: Signature },
): Promise<string> {
  const isThere = await accounts.isDeployed({ network, address: given.account, rpcUrl, signal })
  return isThere ? given.signature : given.wrapped
}

function isSignature(value: unknown): value is Signature {
  return typeof value === 'object' && value !== null && 'wrapped' in value
}

function isOperation(value: unknown): value is SignedOperation {
  return typeof value === 'object' && value !== null && 'operation' in value
}

async function sendSolana(
  { network, rpcUrl, signal }: WalletRequest,
  { result, callNode }: FinishOptions,
): Promise<{ readonly signature: unknown }> {
  const chain = network.caipNetworkId
  const { transaction, options } = readSigned(result)
  const { skipPreflight, preflightCommitment, maxRetries, minContextSlot } = options
  const chosen = Object.entries({ skipPreflight, preflightCommitment, maxRetries, minContextSlot })
  const settings = Object.fromEntries(chosen.filter(([, value]) => value !== undefined && value !== null))
  const params = [transaction, { encoding: 'base58', ...settings }]
  const signature = await broadcast(callNode, { chain, method: 'sendTransaction', params, rpcUrl, signal })
  return { signature }
}

function readSigned(result: unknown): {
  readonly transaction: string
  readonly options: { readonly [name: string]: unknown }
} {
  const { transaction, options } = (result ?? {}) as { readonly transaction?: unknown; readonly options?: unknown }
  if (typeof transaction !== 'string') throw new FrameRequestError('The wallet service returned no signature.')
  return { transaction, options: (typeof options === 'object' && options) || {} } as ReturnType<typeof readSigned>
}
