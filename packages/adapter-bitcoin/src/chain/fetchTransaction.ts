import type { Network } from '@latchkey/core'
import { RpcFailedError } from '@latchkey/core/plugin'
import { Transaction } from 'bitcoinjs-lib'
import { askEsplora, type EsploraLink, toFault } from './esplora.js'

export type TransactionRequest = { readonly network: Network; readonly txid: string; readonly signal: AbortSignal }

/** A transaction that the nodes know, in a block or not; null where they do not. Throws `RPC_FAILED`. */
export async function fetchTransaction(
  link: EsploraLink,
  { network, txid, signal }: TransactionRequest,
): Promise<Transaction | null> {
  const path = `/tx/${txid}/hex`
  const reply = await askEsplora(link, { network, path, signal })
  if (reply.status >= 400 && reply.status < 500) return null
  if (reply.status !== 200) throw toFault({ path }, reply)
  const transaction = parse(reply.text.trim())
  if (transaction?.getId() !== txid) throw new RpcFailedError({ details: `${path}: another transaction` })
  return transaction
}

function parse(text: string): Transaction | null {
  try {
    return Transaction.fromHex(text)
  } catch {
    return null // told by the caller
  }
}
