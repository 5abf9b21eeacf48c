import type { CustodyResult } from '../../protocol/custody.js'
import { entryPointAddress } from '../../protocol/network.js'
import { FrameRequestError } from '../errors.js'
import { readFees } from '../requests/fillTransaction.js'
import type { CallNode } from '../requests/node.js'
import type { WalletRequest } from '../requests/requests.js'
import { sponsorOperation } from './sponsorOperation.js'

type Fields = { readonly [name: string]: unknown }

type FillOperationOptions = {
  readonly draft: CustodyResult<'operation.draft'>
  readonly callNode: CallNode
  /** Whether an earlier operation of this account isn't in a block yet. */
  readonly isBusy: boolean
}

const gasFields = ['callGasLimit', 'verificationGasLimit', 'preVerificationGas']

const paymasterLimits = ['paymasterVerificationGasLimit', 'paymasterPostOpGasLimit']

const paymasterFields = ['paymaster', 'paymasterData', ...paymasterLimits]

const terms = ['nonce', 'maxFeePerGas', 'maxPriorityFeePerGas', ...gasFields, ...paymasterFields]

/**
 * Completes the terms of an operation: values that the app gave are kept, the rest comes from the network, its bundler and its paymaster,
 * if any. [ERC-7769] [ERC-7677]
 */
export async function fillOperation(request: WalletRequest, options: FillOperationOptions): Promise<Fields> {
  const { draft, callNode, isBusy } = options
  const { network, rpcUrl, signal } = request
  const { sender, callData, factory, factoryData, signature } = draft
  const read = (method: string, params: readonly unknown[]): Promise<unknown> =>
    callNode({ chain: network.caipNetworkId, method, params, rpcUrl, signal })
  const givenFields = getGiven(request)
  const [code, nonce, fees] = await Promise.all([
    read('eth_getCode', [sender, 'latest']),
    givenFields['nonce'] === undefined ? readNonce(read, { sender, isBusy }) : Promise.resolve(givenFields['nonce']),
    readFees(read, givenFields),
  ])
  const deploys = typeof code !== 'string' || code.length <= 2
  // networks without a fee market have one price
  const { gasPrice, maxFeePerGas = gasPrice, maxPriorityFeePerGas = gasPrice } = { ...fees, ...givenFields }
  const base = {
    sender,
    nonce,
    callData,
    signature,
    ...(deploys && { factory, factoryData }),
    maxFeePerGas,
    maxPriorityFeePerGas,
  }
  const own = pick(givenFields, paymasterFields)
  const { isFinal, ...stub } = own['paymaster']
    ? { ...own, isFinal: true }
    : await sponsorOperation(request, { callNode, operation: base })
  const estimate = await read('eth_estimateUserOperationGas', [{ ...base, ...stub }, entryPointAddress])
  const limits = pick(estimate, [...gasFields, ...(stub['paymaster'] ? paymasterLimits : [])])
  const measured: Fields = { ...base, ...limits, ...stub, ...pick(givenFields, gasFields) }
  const paid = isFinal ? {} : await sponsorOperation(request, { callNode, operation: measured, isLast: true })
  return { ...pick({ ...measured, ...paid }, terms), deploys }
}

/** Returns the fields that the app has set, for eth_sendUserOperation. */
function getGiven({ method, params }: WalletRequest): Fields {
  if (method !== 'eth_sendUserOperation' || !Array.isArray(params)) return {}
  return pick(params[0], terms)
}

function pick(from: unknown, names: readonly string[]): Fields {
  const fields = typeof from === 'object' && from !== null ? (from as Fields) : {}
  const found = names.filter((name) => fields[name] !== undefined && fields[name] !== null)
  return Object.fromEntries(found.map((name) => [name, fields[name]]))
}

/** Of `getNonce(address,uint192)`. */
const selector = '0x35567e1a'

/**
 * The nonce of an account's next operation. While an earlier one isn't in a block yet, the next uses a separate nonce key, so that it
 * neither waits for it nor replaces it.
 */
async function readNonce(
  read: (method: string, params: readonly unknown[]) => Promise<unknown>,
  { sender, isBusy }: { readonly sender: string; readonly isBusy: boolean },
): Promise<string> {
  const key = isBusy ? [...crypto.getRandomValues(new Uint8Array(8))].map(toByte).join('') : ''
  const data = `${selector}${sender.slice(2).toLowerCase().padStart(64, '0')}${key.padStart(64, '0')}`
  const nonce = await read('eth_call', [{ to: entryPointAddress, data }, 'latest'])
  if (typeof nonce !== 'string' || !/^0x[\da-f]{64}$/i.test(nonce))
    throw new FrameRequestError('Smart accounts are not set up on this network.', { code: -32603 })
  return `0x${nonce.slice(2).replace(/^0+(?=.)/, '')}`
}

function toByte(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
