import { base58, base64 } from '@scure/base'
import type { TransactionMetadata } from 'litesvm'

/** What the last program returned, as Solana's JSON has it; null where it returned nothing. */
export function toReturnDataJson(metadata: TransactionMetadata): object | null {
  const returned = metadata.returnData()
  const data = new Uint8Array(returned.data())
  if (data.length === 0) return null
  return { programId: base58.encode(new Uint8Array(returned.programId())), data: [base64.encode(data), 'base64'] }
}
