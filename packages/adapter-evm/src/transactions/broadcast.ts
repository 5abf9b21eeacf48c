import type { AdapterFeatures } from '@latchkey/core'
import { invalidParams, isBytes, keccak256, toBytes, toHex } from '../encoding.js'
import { findTransaction } from '../rpc/read.js'
import type { Rpc } from '../rpc/rpc.js'

type BroadcastRequest = Parameters<AdapterFeatures['transaction:broadcast']>[0]

/**
 * Hands a signed transaction to the network's nodes and resolves with its hash. The same bytes are the same
 * transaction, so sending them again is harmless, and whatever a node says then ('already known', 'nonce too low') or
 * fails to say counts as success once it knows the hash. [F31]
 *
 * Throws `INVALID_PARAMS`, `RPC_CHAIN_MISMATCH`, or what the nodes say of a transaction that they do not have.
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
    return false // why it was not sent says more than why nobody can tell
  }
}
