import { isRecord } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { describe } from '../connectors/parseChainId.js'
import type { Rpc } from '../rpc/createRpc.js'
import type { FindTransactionRequest } from '../rpc/findTransaction.js'
import { toBigInt } from './toBigInt.js'

/** Of a transaction that is in a block. */
export type Receipt = { readonly isDone: boolean; readonly blockNumber: bigint }

/** Whose transaction it is, and which one of theirs. */
export type Sender = { readonly from: string; readonly nonce: bigint }

/** `eth_getTransactionReceipt`; null as long as the transaction is in no block. */
export async function readReceipt(
  rpc: Rpc,
  { hash, network, signal }: FindTransactionRequest,
): Promise<Receipt | null> {
  const method = 'eth_getTransactionReceipt'
  const reply = await rpc.request(network, { method, params: [hash] }, signal)
  if (reply === null) return null
  const { status, blockNumber } = toRecord(method, reply)
  return { isDone: toBigInt(method, status) === 1n, blockNumber: toBigInt(method, blockNumber) }
}

/** `eth_getTransactionByHash`; null where the nodes do not know the transaction. */
export async function readSender(rpc: Rpc, { hash, network, signal }: FindTransactionRequest): Promise<Sender | null> {
  const method = 'eth_getTransactionByHash'
  const reply = await rpc.request(network, { method, params: [hash] }, signal)
  if (reply === null) return null
  const { from, nonce } = toRecord(method, reply)
  return { from: String(from), nonce: toBigInt(method, nonce) }
}

/** `eth_getTransactionCount`: of the transactions that are in a block. */
export async function readTransactionCount(
  rpc: Rpc,
  { network, signal }: FindTransactionRequest,
  address: string,
): Promise<bigint> {
  const call = { method: 'eth_getTransactionCount', params: [address, 'latest'] }
  return toBigInt(call.method, await rpc.request(network, call, signal))
}

function toRecord(method: string, reply: unknown): Record<string, unknown> {
  if (isRecord(reply)) return reply
  throw new RpcError(-32603, 'INTERNAL_ERROR', { details: `${method}: ${describe(reply)}` })
}
