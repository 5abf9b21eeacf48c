import {
  type AdapterFeatures,
  isLatchkeyError,
  isRecord,
  type Network,
  type TransactionMark,
  type TransactionTrace,
} from '@latchkey/core'
import { pause, RpcFailedError } from '@latchkey/core/plugin'
import { invalidParams } from '../encoding.js'
import type { BitcoinTransaction } from '../features/types.js'
import { type EsploraLink, fetchEsploraJson } from '../rpc/esplora.js'
import { isTxid, readUtxos } from '../rpc/read.js'
import { parseTransfer } from '../transfers/transfers.js'
import { fetchTransaction, permanentErrors, toIntent, toIntents } from './transactions.js'

type MarkRequest = Parameters<AdapterFeatures['transaction:mark']>[0]

type FindRequest = Parameters<AdapterFeatures['transaction:find']>[0]

type ChainRequest = { readonly network: Network; readonly signal: AbortSignal }

/** Milliseconds between two searches. A block takes ten minutes. */
const interval = 3_000

/** The most coins to record; an account with more of them is never found to have spent them all. */
const maxCoins = 200

/**
 * Records the account's coins, its newest transactions, and a digest of the payment. Throws `INVALID_PARAMS`, or the nodes'
 * error.
 */
export async function markTransaction(link: EsploraLink, request: MarkRequest): Promise<TransactionMark> {
  const { account, network, signal, transaction } = request
  const { to, sats } = parseTransfer(transaction as BitcoinTransaction, network.caipNetworkId)
  const [utxos, listed] = await Promise.all([
    readUtxos(link, { network, address: account.address, signal }),
    readListed(link, request, { address: account.address }),
  ])
  return {
    intent: toIntent(to.address, sats),
    coins: utxos.length > maxCoins ? [] : utxos.map(({ txid, index }) => `${txid}:${index}`),
    known: listed.map(({ txid }) => txid),
  }
}

/**
 * Searches for the transaction by its id, if known, else for a new one of the account that makes the same payment. It is void
 * once a mined transaction has spent one of its inputs; if these are unknown, once every coin of the account is spent.
 */
export async function findLostTransaction(link: EsploraLink, request: FindRequest): Promise<TransactionTrace> {
  const { canStillSign, network, address, signal, id } = request
  const { intent, known, coins, inputs } = request.mark
  if (typeof intent !== 'string' || !isList(known) || !isList(coins) || !(inputs === undefined || isList(inputs)))
    throw invalidParams('mark is not one of this adapter.')

  const search = async (): Promise<TransactionTrace | undefined> => {
    if (isTxid(id) && (await fetchTransaction(link, { network, txid: id, signal }))) return { status: 'found', id }
    let page: readonly Listed[] = []
    // up to the oldest known one, as newer known ones may have been pending for long
    let end: number
    do {
      page = await readListed(link, request, { address, after: page.at(-1)?.txid })
      end = page.findIndex(({ txid }) => txid === known.at(-1))
      const later = end < 0 ? page : page.slice(0, end)
      const own = later.find(({ txid, intents }) => !known.includes(txid) && intents.includes(intent))
      if (own) return { status: 'found', id: own.txid }
    } while (page.length > 0 && end < 0)
    if (canStillSign) return undefined
    const isVoid = inputs
      ? await someInSequence(inputs, (coin) => isSpent(link, request, coin))
      : coins.length > 0 && !(await someInSequence(coins, async (coin) => !(await isSpent(link, request, coin))))
    return isVoid ? { status: 'void' } : undefined
  }
  for (;;) {
    try {
      const trace = await search()
      if (trace) return trace
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      if (isLatchkeyError(cause) && permanentErrors.includes(cause.code)) throw cause
    }
    await pause(link.env, interval, signal)
  }
}

/** Checks items one after the other until one matches, as nodes limit the rate of requests. */
async function someInSequence(list: readonly string[], check: (item: string) => Promise<boolean>): Promise<boolean> {
  for (const item of list) if (await check(item)) return true
  return false
}

/** Whether a mined transaction has spent the coin. A pending one may still be replaced. */
async function isSpent(link: EsploraLink, { network, signal }: ChainRequest, coin: string): Promise<boolean> {
  const [txid, index] = coin.split(':')
  if (!isTxid(txid)) throw invalidParams('mark is not one of this adapter.')
  const spend = await fetchEsploraJson(link, { network, path: `/tx/${txid}/outspend/${Number(index)}`, signal })
  const status = isRecord(spend) && spend['spent'] === true ? spend['status'] : undefined
  return isRecord(status) && status['confirmed'] === true
}

type Listed = {
  readonly txid: string
  /** A digest of each payment from the account, by output. */
  readonly intents: readonly string[]
}

type ListRequest = {
  readonly address: string
  /** The last transaction of the page before. */
  readonly after?: string | undefined
}

/** Reads a page of an address's transactions, newest first; the first page includes pending ones. Throws `RPC_FAILED`. */
async function readListed(
  link: EsploraLink,
  { network, signal }: ChainRequest,
  { address, after }: ListRequest,
): Promise<readonly Listed[]> {
  const path = `/address/${address}/txs${after === undefined ? '' : `/chain/${after}`}`
  const reply = await fetchEsploraJson(link, { network, path, signal })
  const listed = Array.isArray(reply) ? reply.slice(0, 100).map((tx: unknown) => parseListed(tx, address)) : [null]
  if (!listed.every((tx) => tx !== null)) throw new RpcFailedError({ details: `${path}: not a list of transactions` })
  return listed
}

function parseListed(value: unknown, address: string): Listed | null {
  if (!isRecord(value)) return null
  const { txid, vin, vout } = value
  if (!isTxid(txid) || !Array.isArray(vin) || !Array.isArray(vout)) return null
  const isOwn = vin.some((input: unknown) => {
    const prevout = isRecord(input) ? input['prevout'] : undefined
    return isRecord(prevout) && prevout['scriptpubkey_address'] === address
  })
  return { txid, intents: isOwn ? toIntents(vout) : [] }
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value)
}
