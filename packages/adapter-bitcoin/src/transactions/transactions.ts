import { type AdapterFeatures, isRecord, type Network, type TransactionOutcome } from '@latchkey/core'
import { pause, RpcError, RpcFailedError } from '@latchkey/core/plugin'
import { Transaction } from 'bitcoinjs-lib'
import { invalidParams } from '../encoding.js'
import { type EsploraLink, fetchEsplora, fetchEsploraJson, toEsploraError } from '../rpc/esplora.js'
import { isTxid } from '../rpc/read.js'

type BroadcastRequest = Parameters<AdapterFeatures['transaction:broadcast']>[0]

/**
 * Sends a signed transaction (hex) through the network's nodes and resolves with its id. Repeating it is harmless, as the
 * same bytes are the same transaction: an error counts as success if a node knows the id.
 *
 * Throws `INVALID_PARAMS`, `TRANSACTION_REJECTED` with the node's reason, or `RPC_FAILED`.
 */
export async function broadcast(link: EsploraLink, { network, signed, signal }: BroadcastRequest): Promise<string> {
  const txid = parseTxid(signed)
  const reply = await fetchEsplora(link, { network, path: '/tx', body: signed, signal })
  if (reply.status === 200 || (await isSent(link, { network, txid, signal }))) return txid
  throw new RpcError(-32003, 'TRANSACTION_REJECTED', { details: reply.text.slice(0, 500) || `HTTP ${reply.status}` })
}

function parseTxid(signed: unknown): string {
  try {
    return Transaction.fromHex(signed as string).getId()
  } catch (cause) {
    throw invalidParams('signed is not a transaction in hex.', cause)
  }
}

async function isSent(link: EsploraLink, request: Parameters<typeof fetchTransaction>[1]): Promise<boolean> {
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

type ConfirmRequest = Parameters<AdapterFeatures['transaction:confirm']>[0]

/** Milliseconds between two checks. A block takes ten minutes. */
const interval = 2_000

/**
 * Waits until a transaction is mined (`confirmed`), or another one has spent its inputs (`failed`, with the id of the
 * replacement). One that nodes dropped may still come, so only the signal ends that wait.
 */
export async function confirm(link: EsploraLink, request: ConfirmRequest): Promise<TransactionOutcome> {
  const { network, id: txid, signed, signal } = request
  if (!isTxid(txid)) throw invalidParams('id is not a transaction id.')
  let transaction = parseBytes(signed)
  for (;;) {
    const status = await readStatus(link, request)
    if (status) return { status: 'confirmed' }
    const known = await fetchTransaction(link, { network, txid, signal })
    transaction = known ?? transaction
    if (!known && transaction) {
      const other = await findReplacement(link, request, transaction)
      if (other) return { status: 'failed', reason: `Replaced by ${other}` }
    }
    await pause(link.env, interval, signal)
  }
}

async function readStatus(link: EsploraLink, { network, id, signal }: ConfirmRequest): Promise<boolean> {
  const reply = await fetchEsplora(link, { network, path: `/tx/${id}/status`, signal })
  // nodes report unknown transactions in many ways; whether it was replaced is checked separately
  if (reply.status !== 200) return false
  try {
    return (JSON.parse(reply.text) as { readonly confirmed?: unknown }).confirmed === true
  } catch {
    return false // an invalid reply: the next check may succeed
  }
}

/** Finds the transaction that spent an input of this one. */
async function findReplacement(
  link: EsploraLink,
  { network, id, signal }: ConfirmRequest,
  { ins }: Transaction,
): Promise<string | undefined> {
  for (const { hash, index } of ins) {
    const previous = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0'))
      .reverse()
      .join('')
    const spend = await fetchEsploraJson(link, { network, path: `/tx/${previous}/outspend/${index}`, signal }).catch(
      (cause: unknown) => {
        if (signal.aborted) throw cause
      },
    )
    if (isRecord(spend) && spend['spent'] === true && isTxid(spend['txid']) && spend['txid'] !== id)
      return spend['txid']
  }
  return undefined
}

function parseBytes(signed: Uint8Array | undefined): Transaction | undefined {
  try {
    return signed && Transaction.fromBuffer(signed)
  } catch (cause) {
    throw invalidParams('signed is not a transaction.', cause)
  }
}
