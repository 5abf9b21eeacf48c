import { FrameRequestError } from '../errors.js'
import type { CallNode } from './node.js'

type FillOptions = {
  readonly chain: string
  /** The user's address. */
  readonly from: string
  readonly callNode: CallNode
  readonly rpcUrl: string | undefined
  readonly signal: AbortSignal
}

type Fields = { readonly [name: string]: unknown }

/**
 * Completes a transaction with nonce, gas and fees: values that the app gave are kept, the rest comes from the node. Twice the base fee
 * outlasts six full blocks; the unused part isn't paid. [EIP-1559]
 */
export async function fillTransaction(transaction: unknown, { callNode, ...options }: FillOptions): Promise<Fields> {
  if (typeof transaction !== 'object' || transaction === null || Array.isArray(transaction))
    throw new FrameRequestError('There is no transaction to send.', { code: -32602 })
  // some libraries write null for unset fields
  const { gasLimit, ...given } = Object.fromEntries(Object.entries(transaction).filter(([, value]) => value !== null))
  const { chain, from, rpcUrl, signal } = options
  const read = (method: string, params: readonly unknown[]): Promise<unknown> =>
    callNode({ chain, method, params, rpcUrl, signal })
  const requestedFields: Fields = { from, ...given }
  const [nonce, gas, fees] = await Promise.all([
    orElse(given['nonce'], () => read('eth_getTransactionCount', [from, 'pending'])),
    orElse(given['gas'] ?? gasLimit, () => estimateGas(read, requestedFields)),
    readFees(read, given),
  ])
  return { ...requestedFields, ...fees, nonce, gas }
}

async function orElse(given: unknown, find: () => Promise<unknown>): Promise<unknown> {
  return given ?? (await find())
}

async function estimateGas(read: Read, { from, to, value, data, input }: Fields): Promise<string> {
  const call = Object.entries({ from, to, value, data: data ?? input }).filter(([, entry]) => entry !== undefined)
  const gas = toQuantity(await read('eth_estimateGas', [Object.fromEntries(call)]))
  // a contract's need may grow until the transaction is mined; a plain transfer always costs the same
  return toHexQuantity(gas === 21_000n ? gas : (gas * 6n) / 5n)
}

/** Calls the node of one network. */
type Read = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Default priority fee in wei if the node names none: 1 gwei. */
const defaultTip = 1_000_000_000n

/**
 * Current fees: twice the base fee and a tip, or a gas price without a fee market. Given values are kept, and a tip is never above a given
 * maximum. [EIP-1559]
 */
export async function readFees(
  read: Read,
  { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas }: Fields,
): Promise<Fields> {
  if (gasPrice !== undefined) return {}
  // types from before the fee market [EIP-2718] [EIP-2930]
  if (/^(?:0x0*)?[01]$/.test(String(type))) return { gasPrice: await read('eth_gasPrice', []) }
  if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined) return {}
  const readTip = async (): Promise<bigint> =>
    maxPriorityFeePerGas === undefined
      ? read('eth_maxPriorityFeePerGas', []).then(toQuantity, () => defaultTip)
      : toQuantity(maxPriorityFeePerGas)
  if (maxFeePerGas !== undefined) {
    const tip = await readTip()
    return { maxPriorityFeePerGas: tip < toQuantity(maxFeePerGas) ? toHexQuantity(tip) : maxFeePerGas }
  }
  const block = (await read('eth_getBlockByNumber', ['latest', false])) as Fields | null
  if (typeof block?.['baseFeePerGas'] !== 'string') return { gasPrice: await read('eth_gasPrice', []) }
  const tip = await readTip()
  return {
    maxFeePerGas: toHexQuantity(toQuantity(block['baseFeePerGas']) * 2n + tip),
    maxPriorityFeePerGas: toHexQuantity(tip),
  }
}

/** Parses a JSON-RPC quantity. */
export function toQuantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value)) return BigInt(value)
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  throw new FrameRequestError('The network returned an invalid response.', { code: -32603 })
}

export function toHexQuantity(value: bigint): string {
  return `0x${value.toString(16)}`
}
