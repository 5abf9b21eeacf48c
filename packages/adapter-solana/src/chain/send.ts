import { isLatchkeyError, isRecord } from '@latchkey/core'
import { base64 } from '@scure/base'
import { toBase58 } from '../base58.js'
import { invalidParams } from '../features/invalidParams.js'
import type { Rpc } from '../rpc/createRpc.js'
import { toStrangeReply } from '../rpc/readValue.js'
import { parseTransaction } from '../transaction/parseTransaction.js'
import type { SendRequest } from './chainFeatures.js'
import { readStatus } from './readStatus.js'

/**
 * Hands a signed transaction to the network's nodes and resolves with its signature. The same bytes are the same
 * transaction, so sending them again is harmless, and whatever a node says then or fails to say counts as success once
 * the chain knows the transaction. [F31]
 *
 * Throws `INVALID_PARAMS`, `RPC_CHAIN_MISMATCH`, `TRANSACTION_REJECTED` with the node's reason, or what else it says.
 */
export async function send(rpc: Rpc, { network, signed, options = {}, signal }: SendRequest): Promise<string> {
  const transaction = parseTransaction(signed)
  if (!transaction) throw invalidParams('The signed transaction is not one of Solana, legacy or version 0.')
  const missing = transaction.signatures.findIndex((signature) => signature.every((byte) => byte === 0))
  if (missing >= 0) throw invalidParams(`The signature of ${transaction.keys[missing]} is missing.`)
  const [signature = new Uint8Array()] = transaction.signatures
  const id = toBase58(signature)
  const params = [base64.encode(signed), { encoding: 'base64', preflightCommitment: 'confirmed', ...options }]
  try {
    const reply = await rpc({ network, method: 'sendTransaction', params, signal })
    if (reply !== id) throw toStrangeReply('sendTransaction')
  } catch (cause) {
    if (isProcessed(cause) || (await isKnown(rpc, { id, network, signal }))) return id
    throw cause
  }
  return id
}

/** The node has it in a block already. */
function isProcessed(fault: unknown): boolean {
  const error = isLatchkeyError(fault) ? fault.cause : undefined
  const data = isRecord(error) ? error['data'] : undefined
  return isRecord(data) && data['err'] === 'AlreadyProcessed'
}

async function isKnown(rpc: Rpc, request: Parameters<typeof readStatus>[1]): Promise<boolean> {
  if (request.signal.aborted) return false
  try {
    return (await readStatus(rpc, request)).kind !== 'unknown'
  } catch {
    return false // why it was not sent says more than why nobody can tell
  }
}
