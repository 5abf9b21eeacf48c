import { type AdapterFeatures, type Env, isLatchkeyError, isRecord, type TransactionOutcome } from '@latchkey/core'
import { pause, RpcError } from '@latchkey/core/plugin'
import { describeValue, invalidParams, isBytes, keccak256, parseHash, toBigInt, toBytes, toHex } from '../encoding.js'
import { type FindTransactionRequest, findTransaction } from '../rpc/read.js'
import type { Rpc } from '../rpc/rpc.js'
import { findReplacement } from './lostTransaction.js'

type BroadcastRequest = Parameters<AdapterFeatures['transaction:broadcast']>[0]

/**
 * Sends a signed transaction through the network's nodes and resolves with its hash. Repeating it is harmless, as the same
 * bytes are the same transaction: an error, e.g. "already known" or "nonce too low", counts as success if a node knows the
 * hash. [F31]
 *
 * Throws `INVALID_PARAMS`, `RPC_CHAIN_MISMATCH`, or the nodes' error if they don't know the transaction.
 */
export async function broadcast(rpc: Rpc, { network, signed, signal }: BroadcastRequest): Promise<string> {
  if (!isBytes(signed) || signed.length === 2) throw invalidParams('signed is not a hex string of whole bytes.')
  const hash = toHex(keccak256(toBytes(signed)))
  try {
    await rpc.request(network, { method: 'eth_sendRawTransaction', params: [signed] }, signal)
  } catch (cause) {
    if (!(await isSent(rpc, { network, hash, signal }))) throw cause
  }
  return hash
}

async function isSent(rpc: Rpc, request: Parameters<typeof findTransaction>[1]): Promise<boolean> {
  if (request.signal.aborted) return false
  try {
    return (await findTransaction(rpc, request)) !== null
  } catch {
    return false // the error of sending is reported
  }
}

type ConfirmRequest = Parameters<AdapterFeatures['transaction:confirm']>[0]

/** Milliseconds between two checks: at first, doubled each time, and at most. */
const intervals = { first: 1_000, max: 4_000 }

/** Milliseconds for which the account's nonce has to be past a transaction without a receipt, as nodes may lag. */
const expiryDelay = 10_000

/** Milliseconds for which every request may fail before waiting does. */
const timeout = 60_000

/** Errors that waiting will not fix. */
const permanentErrors: readonly string[] = ['RPC_CHAIN_MISMATCH', 'RPC_URL_MISSING', 'METHOD_NOT_FOUND']

/**
 * Waits until a transaction is mined (`confirmed`, or `failed` if it reverted), or another one has taken its nonce (`expired`).
 * With a `mark`, a replacement that does the same counts as the transaction. One that no node knows may still come, so only
 * the signal ends that wait.
 *
 * Tolerates failing nodes. Throws `INVALID_PARAMS`, `RPC_CHAIN_MISMATCH`, `RPC_URL_MISSING`, or the last error after a minute
 * of failures.
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
  /** Not the last reply, which is long ago after the computer has slept. */
  let failingSince: number | undefined

  const check = async (): Promise<TransactionOutcome | null> => {
    const known = sender
    // sent at once, so that the same node answers them
    const [receipt, found, count] = await Promise.all([
      readReceipt(rpc, sent),
      known ?? readSender(rpc, sent),
      known && readTransactionCount(rpc, sent, known.from),
    ])
    if (receipt?.isDone) return { status: 'confirmed' }
    if (receipt) return { status: 'failed', reason: await readRevertReason(rpc, sent, receipt.blockNumber) }
    // kept, as nodes forget a replaced transaction
    sender = found
    if (!known || count === null || count <= known.nonce) passedSince = undefined
    else passedSince ??= env.now()
    const isOver = passedSince !== undefined && env.now() - passedSince >= expiryDelay
    if (!isOver || !known) return null
    const nonce = Number(known.nonce)
    // may be the transaction itself, if its receipt is late
    const mined = mark && (await findReplacement(rpc, { network, address: known.from, nonce, mark, signal }))
    if (!mined) return { status: 'expired' }
    const done = await readReceipt(rpc, { ...sent, hash: mined })
    if (done?.isDone) return { status: 'confirmed', id: mined }
    return done && { status: 'failed', reason: await readRevertReason(rpc, { ...sent, hash: mined }, done.blockNumber) }
  }

  for (let interval = intervals.first; ; interval = Math.min(2 * interval, intervals.max)) {
    try {
      const outcome = await check()
      if (outcome) return outcome
      failingSince = undefined
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      const isPermanent = isLatchkeyError(cause) && permanentErrors.includes(cause.code)
      failingSince ??= env.now()
      if (isPermanent || env.now() - failingSince >= timeout) throw cause
    }
    await pause(env, interval, signal)
  }
}

/** The reason if no node reports one. */
const unknownReason = 'The transaction reverted.'

/**
 * Why a mined transaction failed, in the node's words. Receipts don't include the reason, so the call is repeated on the block
 * before. Unknown if the node has no state of that block, or the call succeeds there.
 */
async function readRevertReason(
  rpc: Rpc,
  { hash, network, signal }: FindTransactionRequest,
  blockNumber: bigint,
): Promise<string> {
  try {
    const found = await rpc.request(network, { method: 'eth_getTransactionByHash', params: [hash] }, signal)
    if (!isRecord(found)) return unknownReason
    const { from, to, gas, value, input } = found
    // a transaction without recipient creates a contract
    const call = { from, ...(to !== null && { to }), gas, value, data: input }
    await rpc.request(network, { method: 'eth_call', params: [call, `0x${(blockNumber - 1n).toString(16)}`] }, signal)
    return unknownReason
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    return isLatchkeyError(cause) && cause.code === 'TRANSACTION_REJECTED' ? toNodeReason(cause.cause) : unknownReason
  }
}

/** The node's message, which viem keeps in `details`. */
function toNodeReason(cause: unknown): string {
  const words = cause instanceof Error ? (cause as { readonly details?: unknown }).details : undefined
  return typeof words === 'string' && words !== '' ? words.slice(0, 200) : unknownReason
}

/** The receipt of a mined transaction. */
export type Receipt = { readonly isDone: boolean; readonly blockNumber: bigint }

/** The sender of a transaction, and its nonce. */
export type Sender = { readonly from: string; readonly nonce: bigint }

/** Reads the receipt (`eth_getTransactionReceipt`); null until the transaction is mined. */
async function readReceipt(rpc: Rpc, { hash, network, signal }: FindTransactionRequest): Promise<Receipt | null> {
  const method = 'eth_getTransactionReceipt'
  const reply = await rpc.request(network, { method, params: [hash] }, signal)
  if (reply === null) return null
  const { status, blockNumber } = toRecord(method, reply)
  return { isDone: toBigInt(method, status) === 1n, blockNumber: toBigInt(method, blockNumber) }
}

/** Reads the sender (`eth_getTransactionByHash`); null if the nodes don't know the transaction. */
async function readSender(rpc: Rpc, { hash, network, signal }: FindTransactionRequest): Promise<Sender | null> {
  const method = 'eth_getTransactionByHash'
  const reply = await rpc.request(network, { method, params: [hash] }, signal)
  if (reply === null) return null
  const { from, nonce } = toRecord(method, reply)
  return { from: String(from), nonce: toBigInt(method, nonce) }
}

/** Counts the mined transactions of an account (`eth_getTransactionCount`). */
async function readTransactionCount(
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
