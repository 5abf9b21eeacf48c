import { isRecord } from '@latchkey/core'
import { base64 } from '@scure/base'
import { toBase58 } from '../encoding.js'
import { type ChainRequest, type Rpc, readValue, toUnexpectedReply } from '../rpc/rpc.js'
import { getNonceAccount } from './compareMessages.js'
import type { SolanaMessage } from './parseTransaction.js'

/** Blocks that a transaction has from its blockhash on. */
const lifetimeBlocks = 150

/**
 * Blocks that pass between the first word that a transaction is void and our belief in it: so many make a block final.
 * Of several nodes behind one URL, some may lag, and know neither the newest blockhash nor the newest block.
 */
const margin = 32

/**
 * Answers, each time that it is asked, whether a transaction can come into no block any more. Without the transaction it
 * is bound by the newest blockhash that there was when it was first asked for; a durable nonce is not known then.
 */
export function createExpiry(rpc: Rpc, request: ChainRequest, message: SolanaMessage | null): () => Promise<boolean> {
  const { network, signal } = request
  let start: number | undefined

  const readHeight = async (commitment: string): Promise<number> => {
    const height = await rpc({ network, method: 'getBlockHeight', params: [{ commitment }], signal })
    if (!Number.isSafeInteger(height)) throw toUnexpectedReply('getBlockHeight')
    return Number(height)
  }
  const isLiving = async ({ lifetime }: SolanaMessage, nonceAccount: string | null): Promise<boolean> => {
    if (nonceAccount) return (await readNonce(rpc, request, nonceAccount)) === lifetime
    const params = [lifetime, { commitment: 'processed' }]
    return readValue(await rpc({ network, method: 'isBlockhashValid', params, signal })) === true
  }

  return async () => {
    if (!message) {
      start ??= await readHeight('processed')
      return (await readHeight('confirmed')) > start + lifetimeBlocks + margin
    }
    if (await isLiving(message, getNonceAccount(message))) {
      start = undefined
      return false
    }
    const height = await readHeight('confirmed')
    start ??= height
    return height > start + margin
  }
}

/** The value that a nonce account has now, base58; undefined where it is gone. */
async function readNonce(rpc: Rpc, { network, signal }: ChainRequest, account: string): Promise<string | undefined> {
  const params = [account, { commitment: 'processed', encoding: 'base64' }]
  const value = readValue(await rpc({ network, method: 'getAccountInfo', params, signal }))
  if (value === null) return undefined
  const [data] = isRecord(value) && Array.isArray(value['data']) ? value['data'] : []
  if (typeof data !== 'string' || data.length > 1_000) throw toUnexpectedReply('getAccountInfo')
  // version and state, four bytes each, and the authority come before it
  return toBase58(base64.decode(data).slice(40, 72))
}
