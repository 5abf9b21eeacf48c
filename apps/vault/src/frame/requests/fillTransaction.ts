import { FrameRefusal } from '../FrameRefusal.js'
import { type Read, readFees } from './fees.js'
import type { AskNode } from './node.js'
import { toHexQuantity, toQuantity } from './quantity.js'

export type FillOptions = {
  readonly chain: string
  /** The visitor's address. */
  readonly from: string
  readonly ask: AskNode
  readonly rpcUrl: string | undefined
  readonly signal: AbortSignal
}

type Fields = { readonly [name: string]: unknown }

/**
 * A transaction with nonce, gas and fees, as the vault takes it: what the app gave is kept, the rest is what the node says.
 * Twice the base fee outlasts six full blocks; what is not needed of it is not paid. [EIP-1559]
 */
export async function fillTransaction(transaction: unknown, { ask, ...options }: FillOptions): Promise<Fields> {
  if (typeof transaction !== 'object' || transaction === null || Array.isArray(transaction))
    throw new FrameRefusal('There is no transaction to send.', { code: -32602 })
  const { gasLimit, ...given } = transaction as Fields
  const { chain, from, rpcUrl, signal } = options
  const read = (method: string, params: readonly unknown[]): Promise<unknown> =>
    ask({ chain, method, params, rpcUrl, signal })
  const asked: Fields = { from, ...given }
  const [nonce, gas, fees] = await Promise.all([
    orElse(given['nonce'], () => read('eth_getTransactionCount', [from, 'pending'])),
    orElse(given['gas'] ?? gasLimit, () => estimateGas(read, asked)),
    readFees(read, given),
  ])
  return { ...asked, ...fees, nonce, gas }
}

async function orElse(given: unknown, find: () => Promise<unknown>): Promise<unknown> {
  return given ?? (await find())
}

async function estimateGas(read: Read, { from, to, value, data, input }: Fields): Promise<string> {
  const call = Object.entries({ from, to, value, data: data ?? input }).filter(([, entry]) => entry !== undefined)
  const gas = toQuantity(await read('eth_estimateGas', [Object.fromEntries(call)]))
  // what a contract needs may grow until the transaction is in a block; a plain transfer always costs the same
  return toHexQuantity(gas === 21_000n ? gas : (gas * 6n) / 5n)
}
