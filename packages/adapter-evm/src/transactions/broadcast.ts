import type { AdapterFeatures } from '@latchkey/core'
import { invalidParams, isBytes, keccak256, toBytes, toHex } from '../encoding.js'
import { findTransaction } from '../rpc/read.js'
import type { Rpc } from '../rpc/rpc.js'

type BroadcastRequest = Parameters<AdapterFeatures['transaction:broadcast']>[0]

/**
 * Sends a signed transaction through the network's nodes and resolves with its hash. Repeating it is harmless, as the same bytes
 * are the same transaction: an error, e.g. "already known" or "nonce too low", counts as success if a node knows the hash. [F31]
 *
 * Throws `INVALID_PARAMS`, `RPC_CHAIN_MISMATCH`, or the nodes' error if they don't know the transaction.
 */
export async function broadcast(rpc: Rpc, { network, signed, signal }: BroadcastRequest): Promise<string> {
  if (!isBytes(signed) || signed.length === 2) throw invalidParams('signed is not a hex string of whole bytes.')
  const hash = toHex(keccak256(toBytes(signed)))
  try {
    await rpc.request(network, { method: 'eth_sendRawTransaction', params: [signed] }, signal)
  } catch (cause) {
    if (!(await isKnown(rpc, { network, hash, signal }))) throw cause
  }
  return hash
}

async function isKnown(rpc: Rpc, request: Parameters<typeof findTransaction>[1]): Promise<boolean> {
  if (request.signal.aborted) return false
  try {
    return (await findTransaction(rpc, request)) !== null
  } catch {
    return false // the error of sending is reported
  }
}
