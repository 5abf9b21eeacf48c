import {
  type AdapterFeatures,
  type Env,
  isLatchkeyError,
  type LatchkeyError,
  type TransactionOutcome,
} from '@latchkey/core'
import { pause, TimedOutError, toLatchkeyError } from '@latchkey/core/plugin'
import { copyBytes, invalidParams, parseBase58, toBase58 } from '../encoding.js'
import { readStatus } from '../rpc/read.js'
import type { Rpc } from '../rpc/rpc.js'
import { createExpiry } from './expiry.js'
import { parseTransaction, type SolanaMessage } from './parseTransaction.js'

type ConfirmRequest = Parameters<AdapterFeatures['transaction:confirm']>[0]

/** Milliseconds between two looks at the chain. */
const interval = 1_000

/** Milliseconds after which a chain that stands still, or nodes that do not answer, are waited for no longer. */
const timeout = 300_000

/** Faults that no later look will mend. */
const permanentErrors: readonly string[] = [
  'INVALID_PARAMS',
  'RPC_CHAIN_MISMATCH',
  'RPC_URL_MISSING',
  'METHOD_NOT_FOUND',
]

/**
 * Waits until a transaction is in a confirmed block, or can come into none any more. How long that is, the signed
 * transaction says: by its blockhash or durable nonce, whichever the wallet has put there. Where only the signature is
 * known, it is given as long as any blockhash lives.
 *
 * Nodes may fail in between. Throws `INVALID_PARAMS`, `RPC_CHAIN_MISMATCH`, `RPC_URL_MISSING`, and after five minutes
 * `TIMED_OUT` or the last failure.
 */
export async function confirm(rpc: Rpc, env: Env, request: ConfirmRequest): Promise<TransactionOutcome> {
  const { network, id, signed, signal } = request
  if (!parseBase58(id, 64)) throw invalidParams('id is no signature.')
  const isOver = createExpiry(rpc, { network, signal }, readSigned(id, signed))
  const end = env.now() + timeout
  let failure: LatchkeyError | undefined

  const look = async (): Promise<TransactionOutcome | null> => {
    const status = await readStatus(rpc, { id, network, signal })
    if (status.kind === 'confirmed') return { status: 'confirmed' }
    if (status.kind === 'failed') return { status: 'failed', reason: status.reason }
    return null
  }

  for (;;) {
    try {
      const outcome = await look()
      if (outcome) return outcome
      // what came into a block since the last look is seen by one more
      if (await isOver()) return (await look()) ?? { status: 'expired' }
      failure = undefined
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      if (isLatchkeyError(cause) && permanentErrors.includes(cause.code)) throw cause
      failure = toLatchkeyError(cause)
    }
    if (env.now() >= end) throw failure ?? new TimedOutError({ details: 'The chain stands still.' })
    await pause(env, interval, signal)
  }
}

/** Null where the bytes are not the transaction that was sent: a wallet that sends may have changed it before. */
function readSigned(id: string, signed: Uint8Array | undefined): SolanaMessage | null {
  const bytes = copyBytes(signed)
  const message = bytes && parseTransaction(bytes)
  const [signature] = message?.signatures ?? []
  return message && signature && toBase58(signature) === id ? message : null
}
