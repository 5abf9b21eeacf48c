import { isRecord } from '@latchkey/core'
import { type Rpc } from '../rpc/createRpc.js'
import { readValue, toStrangeReply } from '../rpc/readValue.js'
import { toReason } from '../rpc/toNodeFault.js'
import type { ChainRequest } from './chainFeatures.js'

/** What the chain knows of a transaction. `processed`: in a block that may still be dropped. */
export type Status =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'processed' }
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'failed'; readonly reason: string }

/** `getSignatureStatuses`, with the node's whole history. A failure counts once its block is confirmed. */
export async function readStatus(
  rpc: Rpc,
  { id, network, signal }: ChainRequest & { readonly id: string },
): Promise<Status> {
  const params = [[id], { searchTransactionHistory: true }]
  const value = readValue(await rpc({ network, method: 'getSignatureStatuses', params, signal }))
  if (!Array.isArray(value) || value.length !== 1) throw toStrangeReply('getSignatureStatuses')
  const [status] = value as readonly unknown[]
  if (status === null) return { kind: 'unknown' }
  if (!isRecord(status)) throw toStrangeReply('getSignatureStatuses')
  const { confirmationStatus, confirmations, err } = status
  // nodes before 1.5 tell only the confirmations, which are null once the block is final
  const isConfirmed = confirmationStatus === 'confirmed' || confirmationStatus === 'finalized' || confirmations === null
  if (!isConfirmed) return { kind: 'processed' }
  return err === null || err === undefined ? { kind: 'confirmed' } : { kind: 'failed', reason: toReason(err) }
}
