import type { AdapterFeatures, Network } from '@latchkey/core'
import { RpcError, RpcFailedError } from '@latchkey/core/plugin'
import { Transaction } from 'bitcoinjs-lib'
import { invalidParams } from '../encoding.js'
import { type EsploraLink, fetchEsplora, toEsploraError } from '../rpc/esplora.js'

type BroadcastRequest = Parameters<AdapterFeatures['transaction:broadcast']>[0]

/**
 * Sends a signed transaction (hex) through the network's nodes and resolves with its id. Repeating it is harmless, as the same bytes
 * are the same transaction: an error counts as success if a node knows the id.
 *
 * Throws `INVALID_PARAMS`, `TRANSACTION_REJECTED` with the node's reason, or `RPC_FAILED`.
 */
export async function broadcast(link: EsploraLink, { network, signed, signal }: BroadcastRequest): Promise<string> {
  const txid = parseTxid(signed)
  const reply = await fetchEsplora(link, { network, path: '/tx', body: signed, signal })
  if (reply.status === 200 || (await isKnown(link, { network, txid, signal }))) return txid
  throw new RpcError(-32003, 'TRANSACTION_REJECTED', { details: reply.text.slice(0, 500) || `HTTP ${reply.status}` })
}

function parseTxid(signed: unknown): string {
  try {
    return Transaction.fromHex(signed as string).getId()
  } catch (cause) {
    throw invalidParams('signed is not a transaction in hex.', cause)
  }
}

async function isKnown(link: EsploraLink, request: Parameters<typeof fetchTransaction>[1]): Promise<boolean> {
  try {
    return (await fetchTransaction(link, request)) !== null
  } catch {
    return false // the error of sending is reported
  }
}

export type TransactionRequest = { readonly network: Network; readonly txid: string; readonly signal: AbortSignal }

/** Fetches a transaction, mined or pending; null if the nodes don't know it. Throws `RPC_FAILED`. */
export async function fetchTransaction(
  link: EsploraLink,
  { network, txid, signal }: TransactionRequest,
): Promise<Transaction | null> {
  const path = `/tx/${txid}/hex`
  const reply = await fetchEsplora(link, { network, path, signal })
  if (reply.status >= 400 && reply.status < 500) return null
  if (reply.status !== 200) throw toEsploraError({ path }, reply)
  const transaction = parseHex(reply.text.trim())
  if (transaction?.getId() !== txid) throw new RpcFailedError({ details: `${path}: another transaction` })
  return transaction
}

function parseHex(text: string): Transaction | null {
  try {
    return Transaction.fromHex(text)
  } catch {
    return null // reported by the caller
  }
}
