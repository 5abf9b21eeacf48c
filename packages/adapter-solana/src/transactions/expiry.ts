import { isRecord } from '@latchkey/core'
import { base64 } from '@scure/base'
import { toBase58 } from '../encoding.js'
import { type ChainRequest, type Rpc, readValue, toUnexpectedReply } from '../rpc/rpc.js'
import { getNonceAccount } from './compareMessages.js'
import type { SolanaMessage } from './parseTransaction.js'

/** Blocks for which a blockhash is valid. */
const lifetimeBlocks = 150

/**
 * Blocks to wait after the first sign that a transaction has expired; as many make a block final. Some of the nodes behind a
 * URL may lag and not know the newest blockhash or block.
 */
const margin = 32

/**
 * Returns a function that checks whether a transaction has expired. Without the transaction, it assumes the newest blockhash
 * at the time of the first check, and can't know of a durable nonce.
 */
export function createExpiry(rpc: Rpc, request: ChainRequest, message: SolanaMessage | null): () => Promise<boolean> {
  const { network, signal } = request
  let start: number | undefined

  const readHeight = async (commitment: string): Promise<number> => {
    const height = await rpc({ network, method: 'getBlockHeight', params: [{ commitment }], signal })
    if (!Number.isSafeInteger(height)) throw toUnexpectedReply('getBlockHeight')
    return Number(height)
  }
  const isLive = async ({ lifetime }: SolanaMessage, nonceAccount: string | null): Promise<boolean> => {
    if (nonceAccount) return (await readNonce(rpc, request, nonceAccount)) === lifetime
    const params = [lifetime, { commitment: 'processed' }]
    return readValue(await rpc({ network, method: 'isBlockhashValid', params, signal })) === true
  }

  return async () => {
    if (!message) {
      start ??= await readHeight('processed')
      return (await readHeight('confirmed')) > start + lifetimeBlocks + margin
    }
    if (await isLive(message, getNonceAccount(message))) {
      start = undefined
      return false
    }
    const height = await readHeight('confirmed')
    start ??= height
    return height > start + margin
  }
}

/** Reads the current value of a nonce account in base58; undefined if the account doesn't exist. */
async function readNonce(rpc: Rpc, { network, signal }: ChainRequest, account: string): Promise<string | undefined> {
  const params = [account, { commitment: 'processed', encoding: 'base64' }]
  const value = readValue(await rpc({ network, method: 'getAccountInfo', params, signal }))
  if (value === null) return undefined
  const [data] = isRecord(value) && Array.isArray(value['data']) ? value['data'] : []
  if (typeof data !== 'string' || data.length > 1_000) throw toUnexpectedReply('getAccountInfo')
  // after the version and state, four bytes each, and the authority
  return toBase58(base64.decode(data).slice(40, 72))
}
