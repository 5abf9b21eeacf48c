import { type AdapterFeatures, isLatchkeyError, isRecord, type Network, type TransactionOutcome } from '@latchkey/core'
import { pause, RpcError, RpcFailedError } from '@latchkey/core/plugin'
import { crypto, Transaction } from 'bitcoinjs-lib'
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
  const path = '/tx'
  try {
    const reply = await fetchEsplora(link, { network, path, body: signed, signal })
    if (reply.status === 400)
      throw new RpcError(-32003, 'TRANSACTION_REJECTED', { details: reply.text.slice(0, 500) || 'HTTP 400' })
    if (reply.status !== 200 || reply.text.trim() !== txid) throw toEsploraError({ path }, reply)
  } catch (cause) {
    if (await isSent(link, { network, txid, signal })) return txid
    throw cause
  }
  return txid
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
  if (reply.status === 400 || reply.status === 404) return null
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

/** Errors that waiting will not fix. */
export const permanentErrors: readonly string[] = ['INVALID_PARAMS', 'RPC_URL_MISSING']

/**
 * Waits until a transaction is mined (`confirmed`), or another one has spent its inputs. A replacement that makes the same
 * payment, as `mark` has it, is waited for instead: the user has raised the fee. Any other one ends the wait (`failed`, with
 * its id). One that nodes dropped may still come, and a node that fails may recover, so otherwise only the signal ends it.
 */
export async function confirm(link: EsploraLink, request: ConfirmRequest): Promise<TransactionOutcome> {
  const { network, signed, mark, signal } = request
  if (!isTxid(request.id)) throw invalidParams('id is not a transaction id.')
  let id = request.id
  let transaction = parseBytes(signed)

  const check = async (): Promise<TransactionOutcome | null> => {
    const current = { network, txid: id, signal }
    if (await readStatus(link, current)) return { status: 'confirmed', ...(id !== request.id && { id }) }
    const known = await fetchTransaction(link, current)
    transaction = known ?? transaction
    const other = known || !transaction ? undefined : await findReplacement(link, current, transaction)
    if (other === undefined) return null
    const isSame = mark && (await readIntents(link, { ...current, txid: other })).some((own) => own === mark['intent'])
    if (!isSame) return { status: 'failed', reason: `Replaced by ${other}` }
    id = other
    transaction = undefined
    return check()
  }
  for (;;) {
    try {
      const outcome = await check()
      if (outcome) return outcome
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      if (isLatchkeyError(cause) && permanentErrors.includes(cause.code)) throw cause
    }
    await pause(link.env, interval, signal)
  }
}

async function readStatus(link: EsploraLink, { network, txid, signal }: TransactionRequest): Promise<boolean> {
  const reply = await fetchEsplora(link, { network, path: `/tx/${txid}/status`, signal })
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
  { network, txid, signal }: TransactionRequest,
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
    if (isRecord(spend) && spend['spent'] === true && isTxid(spend['txid']) && spend['txid'] !== txid)
      return spend['txid']
  }
  return undefined
}

/** Reads the payments of a transaction, as digests. */
async function readIntents(
  link: EsploraLink,
  { network, txid, signal }: TransactionRequest,
): Promise<readonly string[]> {
  const path = `/tx/${txid}`
  const reply = await fetchEsploraJson(link, { network, path, signal })
  if (!isRecord(reply) || !Array.isArray(reply['vout']))
    throw new RpcFailedError({ details: `${path}: not a transaction` })
  return toIntents(reply['vout'])
}

/** A digest of each payment among the outputs of a node's reply. */
export function toIntents(outputs: readonly unknown[]): readonly string[] {
  return outputs.flatMap((output) => {
    const { scriptpubkey_address: to, value: sats } = isRecord(output) ? output : {}
    return typeof to === 'string' && Number.isSafeInteger(sats) ? [toIntent(to, BigInt(Number(sats)))] : []
  })
}

/** A digest of a payment. */
export function toIntent(to: string, sats: bigint): string {
  const digest = crypto.sha256(new TextEncoder().encode(`${to} ${sats}`))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function parseBytes(signed: Uint8Array | undefined): Transaction | undefined {
  try {
    return signed && Transaction.fromBuffer(signed)
  } catch (cause) {
    throw invalidParams('signed is not a transaction.', cause)
  }
}
