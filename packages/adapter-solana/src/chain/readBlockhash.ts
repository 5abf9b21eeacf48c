import { isRecord } from '@latchkey/core'
import { parseBase58 } from '../base58.js'
import type { Rpc } from '../rpc/createRpc.js'
import { readValue, toStrangeReply } from '../rpc/readValue.js'
import type { ChainRequest } from './chainFeatures.js'

/** A blockhash that lives for the next 150 blocks (`getLatestBlockhash`). */
export async function readBlockhash(
  rpc: Rpc,
  { network, signal }: ChainRequest,
): Promise<{ readonly blockhash: string }> {
  const params = [{ commitment: 'confirmed' }]
  const value = readValue(await rpc({ network, method: 'getLatestBlockhash', params, signal }))
  const blockhash = isRecord(value) ? value['blockhash'] : undefined
  if (typeof blockhash !== 'string' || !parseBase58(blockhash, 32)) throw toStrangeReply('getLatestBlockhash')
  return { blockhash }
}
