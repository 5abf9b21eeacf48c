import { type AdapterFeatures, type Balance, isRecord } from '@latchkey/core'
import { parseBase58 } from '../encoding.js'
import { type ChainRequest, type Rpc, readValue, toReason, toUnexpectedReply } from './rpc.js'

type BalanceRequest = Parameters<AdapterFeatures['balance:read']>[0]

/** Reads the native balance in lamports (`getBalance`). A JSON number, so it is rounded above nine million SOL. */
export async function readBalance(rpc: Rpc, { account, network, signal }: BalanceRequest): Promise<Balance> {
  const params = [account.address, { commitment: 'confirmed' }]
  const value = readValue(await rpc({ network, method: 'getBalance', params, signal }))
  if (!Number.isInteger(value) || Number(value) < 0) throw toUnexpectedReply('getBalance')
  const { decimals, symbol } = network.nativeCurrency
  return { value: BigInt(Number(value)), decimals, symbol }
}

/** Reads a blockhash, which is valid for the next 150 blocks (`getLatestBlockhash`). */
export async function readBlockhash(
  rpc: Rpc,
  { network, signal }: ChainRequest,
): Promise<{ readonly blockhash: string }> {
  const params = [{ commitment: 'confirmed' }]
  const value = readValue(await rpc({ network, method: 'getLatestBlockhash', params, signal }))
  const blockhash = isRecord(value) ? value['blockhash'] : undefined
  if (typeof blockhash !== 'string' || !parseBase58(blockhash, 32)) throw toUnexpectedReply('getLatestBlockhash')
  return { blockhash }
}

/** The status of a transaction. `processed`: in a block that may still be dropped. */
export type Status =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'processed' }
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'failed'; readonly reason: string }

/** Reads the status of a transaction (`getSignatureStatuses`) in the node's whole history. Failures count once confirmed. */
export async function readStatus(
  rpc: Rpc,
  { id, network, signal }: ChainRequest & { readonly id: string },
): Promise<Status> {
  const params = [[id], { searchTransactionHistory: true }]
  const value = readValue(await rpc({ network, method: 'getSignatureStatuses', params, signal }))
  if (!Array.isArray(value) || value.length !== 1) throw toUnexpectedReply('getSignatureStatuses')
  const [status] = value as readonly unknown[]
  if (status === null) return { kind: 'unknown' }
  if (!isRecord(status)) throw toUnexpectedReply('getSignatureStatuses')
  const { confirmationStatus, confirmations, err } = status
  // nodes before 1.5 return only the confirmations, which are null once the block is final
  const isConfirmed = confirmationStatus === 'confirmed' || confirmationStatus === 'finalized' || confirmations === null
  if (!isConfirmed) return { kind: 'processed' }
  return err === null || err === undefined ? { kind: 'confirmed' } : { kind: 'failed', reason: toReason(err) }
}
