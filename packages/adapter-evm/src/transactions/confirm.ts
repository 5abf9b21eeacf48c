import { type AdapterFeatures, type Env, isLatchkeyError, isRecord, type TransactionOutcome } from '@latchkey/core'
import { pause, RpcError } from '@latchkey/core/plugin'
import { describeValue, invalidParams, parseHash, toBigInt } from '../encoding.js'
import type { FindTransactionRequest } from '../rpc/read.js'
import type { Rpc } from '../rpc/rpc.js'
import { findReplacement } from './lostTransaction.js'

/** Where a node cannot or will not tell. */
const unknownReason = 'The transaction reverted.'

/**
 * Why a transaction in a block has failed, in the node's own words: it is called once more on the block before, as
 * receipts keep no reason. A node without that state, or a transaction that would succeed there, leaves it unknown.
 */
export async function readRevertReason(
  rpc: Rpc,
  { hash, network, signal }: FindTransactionRequest,
  blockNumber: bigint,
): Promise<string> {
  try {
    const found = await rpc.request(network, { method: 'eth_getTransactionByHash', params: [hash] }, signal)
    if (!isRecord(found)) return unknownReason
    const { from, to, gas, value, input } = found
    // without a recipient it creates a contract
    const call = { from, ...(to !== null && { to }), gas, value, data: input }
    await rpc.request(network, { method: 'eth_call', params: [call, `0x${(blockNumber - 1n).toString(16)}`] }, signal)
    return unknownReason
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    return isLatchkeyError(cause) && cause.code === 'TRANSACTION_REJECTED' ? toNodeReason(cause.cause) : unknownReason
  }
}

/** viem keeps what the node said apart from its own words. */
function toNodeReason(cause: unknown): string {
  const words = cause instanceof Error ? (cause as { readonly details?: unknown }).details : undefined
  return typeof words === 'string' && words !== '' ? words.slice(0, 200) : unknownReason
}

/** Of a transaction that is in a block. */
export type Receipt = { readonly isDone: boolean; readonly blockNumber: bigint }

/** Whose transaction it is, and which one of theirs. */
export type Sender = { readonly from: string; readonly nonce: bigint }

/** `eth_getTransactionReceipt`; null as long as the transaction is in no block. */
export async function readReceipt(
  rpc: Rpc,
  { hash, network, signal }: FindTransactionRequest,
): Promise<Receipt | null> {
  const method = 'eth_getTransactionReceipt'
  const reply = await rpc.request(network, { method, params: [hash] }, signal)
  if (reply === null) return null
  const { status, blockNumber } = toRecord(method, reply)
  return { isDone: toBigInt(method, status) === 1n, blockNumber: toBigInt(method, blockNumber) }
}

/** `eth_getTransactionByHash`; null where the nodes do not know the transaction. */
export async function readSender(rpc: Rpc, { hash, network, signal }: FindTransactionRequest): Promise<Sender | null> {
  const method = 'eth_getTransactionByHash'
  const reply = await rpc.request(network, { method, params: [hash] }, signal)
  if (reply === null) return null
  const { from, nonce } = toRecord(method, reply)
  return { from: String(from), nonce: toBigInt(method, nonce) }
}

/** `eth_getTransactionCount`: of the transactions that are in a block. */
export async function readTransactionCount(
  rpc: Rpc,
  { network, signal }: FindTransactionRequest,
  address: string,
): Promise<bigint> {
  const call = { method: 'eth_getTransactionCount', params: [address, 'latest'] }
  return toBigInt(call.method, await rpc.request(network, call, signal))
}

function toRecord(method: string, reply: unknown): Record<string, unknown> {
  if (isRecord(reply)) return reply
  throw new RpcError(-32603, 'INTERNAL_ERROR', { details: `${method}: ${describeValue(reply)}` })
}

type ConfirmRequest = Parameters<AdapterFeatures['transaction:confirm']>[0]

/** Milliseconds before the second look at the chain; each further one waits twice as long, up to the last. */
const intervals = { first: 1_000, last: 4_000 }

/** Milliseconds for which the account has to be past a transaction without a receipt: a node may lag behind another. */
const expiryDelay = 10_000

/** Milliseconds without any answer after which the nodes are given up. */
const timeout = 60_000

/** Faults that no later look will mend. */
const permanentErrors: readonly string[] = ['RPC_CHAIN_MISMATCH', 'RPC_URL_MISSING', 'METHOD_NOT_FOUND']

/**
 * Waits until a transaction is in a block (`confirmed`, or `failed` where it reverted), or its account has gone past its
 * nonce with another one (`expired`). With a `mark`, another one that does the same counts as this one. One that no node knows may still be on its way: only the signal ends that wait.
 *
 * Nodes may fail in between. Throws `INVALID_PARAMS`, `RPC_CHAIN_MISMATCH`, `RPC_URL_MISSING`, and after a minute without
 * an answer the last failure.
 */
export async function confirm(
  rpc: Rpc,
  env: Env,
  { network, id, mark, signal }: ConfirmRequest,
): Promise<TransactionOutcome> {
  const hash = parseHash(id)
  if (!hash) throw invalidParams('id is not a transaction hash.')
  const sent = { hash, network, signal }
  let sender: Sender | null = null
  let passedSince: number | undefined
  let answered = env.now()

  const look = async (): Promise<TransactionOutcome | null> => {
    const known = sender
    // of one moment, so that one node answers them all
    const [receipt, found, count] = await Promise.all([
      readReceipt(rpc, sent),
      known ?? readSender(rpc, sent),
      known && readTransactionCount(rpc, sent, known.from),
    ])
    if (receipt?.isDone) return { status: 'confirmed' }
    if (receipt) return { status: 'failed', reason: await readRevertReason(rpc, sent, receipt.blockNumber) }
    // kept, as nodes forget a transaction that was replaced
    sender = found
    if (!known || count === null || count <= known.nonce) passedSince = undefined
    else passedSince ??= env.now()
    const isOver = passedSince !== undefined && env.now() - passedSince >= expiryDelay
    if (!isOver || !known) return null
    const other = mark && (await findReplacement(rpc, { network, address: known.from, mark, signal }))
    if (!other || other === hash) return { status: 'expired' }
    const done = await readReceipt(rpc, { ...sent, hash: other })
    if (done?.isDone) return { status: 'confirmed', id: other }
    return done && { status: 'failed', reason: await readRevertReason(rpc, { ...sent, hash: other }, done.blockNumber) }
  }

  for (let interval = intervals.first; ; interval = Math.min(2 * interval, intervals.last)) {
    try {
      const outcome = await look()
      if (outcome) return outcome
      answered = env.now()
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      const isLasting = isLatchkeyError(cause) && permanentErrors.includes(cause.code)
      if (isLasting || env.now() - answered >= timeout) throw cause
    }
    await pause(env, interval, signal)
  }
}
