import { isRecord, type Network } from '@latchkey/core'
import type { Rpc } from './createRpc.js'

export type FindTransactionRequest = {
  readonly hash: `0x${string}`
  readonly network: Network
  readonly signal: AbortSignal
}

/** Null where the network's nodes do not know the transaction. */
export type FindTransaction = (request: FindTransactionRequest) => Promise<{ readonly from: string } | null>

/** A transaction that is mined or waits to be, by its hash. */
export async function findTransaction(rpc: Rpc, request: FindTransactionRequest): ReturnType<FindTransaction> {
  const { hash, network, signal } = request
  const reply = await rpc.request(network, { method: 'eth_getTransactionByHash', params: [hash] }, signal)
  return isRecord(reply) && typeof reply['from'] === 'string' ? { from: reply['from'] } : null
}
