import { base58 } from '@scure/base'
import { isHex, keccak256 } from 'viem'
import { askNode, type NodeRequest } from '../../networks/askNode.js'
import { parseBase58 } from '../../signing/solana/bytes.js'
import { maxTransactionSize } from '../../signing/solana/parseSolanaTransaction.js'

/**
 * Returns the hash or signature of a transaction that a node refuses to send, if the network has exactly this transaction: another
 * node may have passed it on before its response was lost. Undefined for anything else, also if the nodes can't be asked. [F31]
 */
export async function findSent(
  urls: readonly string[],
  { method, params, ...options }: NodeRequest,
): Promise<string | undefined> {
  const [transaction] = Array.isArray(params) ? params : []
  if (method === 'eth_sendRawTransaction' && isHex(transaction)) {
    const hash = keccak256(transaction)
    const found = await ask({ method: 'eth_getTransactionByHash', params: [hash] })
    return found ? hash : undefined
  }
  const bytes = method === 'sendTransaction' ? parseBase58(transaction, maxTransactionSize) : undefined
  if (!bytes) return undefined
  // after the number of signatures, the first one identifies the transaction
  const signature = base58.encode(bytes.slice(1, 65))
  const found = await ask({ method: 'getSignatureStatuses', params: [[signature], { searchTransactionHistory: true }] })
  return (found as { readonly value?: readonly unknown[] } | null | undefined)?.value?.[0] ? signature : undefined

  async function ask(call: Pick<NodeRequest, 'method' | 'params'>): Promise<unknown> {
    try {
      const answer = await askNode(urls, { ...options, ...call })
      return 'result' in answer ? answer.result : undefined
    } catch {
      return undefined // the error of sending is reported
    }
  }
}
