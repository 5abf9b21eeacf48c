import { isLatchkeyError, isRecord } from '@latchkey/core'
import type { Rpc } from '../rpc/createRpc.js'
import type { FindTransactionRequest } from '../rpc/findTransaction.js'

/** Where a node cannot or will not tell. */
const unknown = 'The transaction reverted.'

/**
 * Why a transaction in a block has failed, in the node's own words: it is called once more on the block before, as
 * receipts keep no reason. A node without that state, or a transaction that would succeed there, leaves it unknown.
 */
export async function readRevertReason(
  rpc: Rpc,
  { hash, network, signal }: FindTransactionRequest,
  blockNumber: bigint,
): Promise<string> {
  try {
    const found = await rpc.request(network, { method: 'eth_getTransactionByHash', params: [hash] }, signal)
    if (!isRecord(found)) return unknown
    const { from, to, gas, value, input } = found
    // without a recipient it creates a contract
    const call = { from, ...(to !== null && { to }), gas, value, data: input }
    await rpc.request(network, { method: 'eth_call', params: [call, `0x${(blockNumber - 1n).toString(16)}`] }, signal)
    return unknown
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    return isLatchkeyError(cause) && cause.code === 'TRANSACTION_REJECTED' ? toWords(cause.cause) : unknown
  }
}

/** viem keeps what the node said apart from its own words. */
function toWords(cause: unknown): string {
  const words = cause instanceof Error ? (cause as { readonly details?: unknown }).details : undefined
  return typeof words === 'string' && words !== '' ? words.slice(0, 200) : unknown
}
