import { type AdapterFeatures, type Env, isLatchkeyError, type TransactionOutcome } from '@latchkey/core'
import { pause, RpcError } from '@latchkey/core/plugin'
import type { Rpc } from '../rpc/createRpc.js'
import { parseHash } from './hex.js'
import { findReplacement } from './lostTransaction.js'
import { readRevertReason } from './readRevertReason.js'
import { readReceipt, readSender, readTransactionCount, type Sender } from './readSent.js'

type Request = Parameters<AdapterFeatures['transaction:confirm']>[0]

/** Milliseconds before the second look at the chain; each further one waits twice as long, up to the last. */
const intervals = { first: 1_000, last: 4_000 }
/** Milliseconds for which the account has to be past a transaction without a receipt: a node may lag behind another. */
const doubt = 10_000
/** Milliseconds without any answer after which the nodes are given up. */
const patience = 60_000
/** Faults that no later look will mend. */
const lasting: readonly string[] = ['RPC_CHAIN_MISMATCH', 'RPC_URL_MISSING', 'METHOD_NOT_FOUND']

/**
 * Waits until a transaction is in a block (`confirmed`, or `failed` where it reverted), or its account has gone past its
 * nonce with another one (`expired`). With a `mark`, another one that does the same counts as this one. One that no node knows may still be on its way: only the signal ends that wait.
 *
 * Nodes may fail in between. Throws `INVALID_PARAMS`, `RPC_CHAIN_MISMATCH`, `RPC_URL_MISSING`, and after a minute without
 * an answer the last failure.
 */
export async function confirm(rpc: Rpc, env: Env, { network, id, mark, signal }: Request): Promise<TransactionOutcome> {
  const hash = parseHash(id)
  if (!hash) throw new RpcError(-32602, 'INVALID_PARAMS', { details: 'id is no hash of a transaction.' })
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
    const isOver = passedSince !== undefined && env.now() - passedSince >= doubt
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
      const isLasting = isLatchkeyError(cause) && lasting.includes(cause.code)
      if (isLasting || env.now() - answered >= patience) throw cause
    }
    await pause(env, interval, signal)
  }
}
