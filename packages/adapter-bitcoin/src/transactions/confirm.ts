import { type AdapterFeatures, isRecord, type TransactionOutcome } from '@latchkey/core'
import { pause } from '@latchkey/core/plugin'
import { Transaction } from 'bitcoinjs-lib'
import { invalidParams } from '../encoding.js'
import { type EsploraLink, fetchEsplora, fetchEsploraJson } from '../rpc/esplora.js'
import { isTxid } from '../rpc/read.js'
import { fetchTransaction } from './broadcast.js'

type ConfirmRequest = Parameters<AdapterFeatures['transaction:confirm']>[0]

/** Milliseconds between two checks. A block takes ten minutes. */
const interval = 2_000

/**
 * Waits until a transaction is mined (`confirmed`), or another one has spent its inputs (`failed`, with the id of the replacement).
 * One that nodes dropped may still come, so only the signal ends that wait.
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
