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

/** Milliseconds between two checks. */
const interval = 1_000

/** Milliseconds after which waiting fails, if the chain halts or no node replies. */
const timeout = 300_000

/** Errors that waiting will not fix. */
const permanentErrors: readonly string[] = [
  'INVALID_PARAMS',
  'RPC_CHAIN_MISMATCH',
  'RPC_URL_MISSING',
  'METHOD_NOT_FOUND',
]

/**
 * Waits until a transaction is in a confirmed block or has expired. The signed transaction determines when it expires, by its
 * blockhash or durable nonce; if only the signature is known, it is given the lifetime of a blockhash.
 *
 * Tolerates failing nodes. Throws `INVALID_PARAMS`, `RPC_CHAIN_MISMATCH`, `RPC_URL_MISSING`, and after five minutes `TIMED_OUT`
 * or the last error.
 */
export async function confirm(rpc: Rpc, env: Env, request: ConfirmRequest): Promise<TransactionOutcome> {
  const { network, id, signed, signal } = request
  if (!parseBase58(id, 64)) throw invalidParams('id is not a signature.')
  const isOver = createExpiry(rpc, { network, signal }, readSigned(id, signed))
  const end = env.now() + timeout
  let failure: LatchkeyError | undefined

  const check = async (): Promise<TransactionOutcome | null> => {
    const status = await readStatus(rpc, { id, network, signal })
    if (status.kind === 'confirmed') return { status: 'confirmed' }
    if (status.kind === 'failed') return { status: 'failed', reason: status.reason }
    return null
  }

  for (;;) {
    try {
      const outcome = await check()
      if (outcome) return outcome
      // it may have been confirmed since the last check
      if (await isOver()) return (await check()) ?? { status: 'expired' }
      failure = undefined
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      if (isLatchkeyError(cause) && permanentErrors.includes(cause.code)) throw cause
      failure = toLatchkeyError(cause)
    }
    if (env.now() >= end) throw failure ?? new TimedOutError({ details: 'The chain has halted.' })
    await pause(env, interval, signal)
  }
}

/** Parses the signed transaction; null if it isn't the one that was sent, as a wallet may have changed it. */
function readSigned(id: string, signed: Uint8Array | undefined): SolanaMessage | null {
  const bytes = copyBytes(signed)
  const message = bytes && parseTransaction(bytes)
  const [signature] = message?.signatures ?? []
  return message && signature && toBase58(signature) === id ? message : null
}
