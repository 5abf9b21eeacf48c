import {
  type AdapterFeatures,
  type Env,
  isLatchkeyError,
  isRecord,
  type LatchkeyError,
  type TransactionOutcome,
} from '@latchkey/core'
import { pause, TimedOutError, toLatchkeyError } from '@latchkey/core/plugin'
import { base58, base64 } from '@scure/base'
import { copyBytes, invalidParams, parseBase58, toBase58 } from '../encoding.js'
import type { SolanaSendOptions } from '../features/types.js'
import { readStatus } from '../rpc/read.js'
import { type ChainRequest, type Rpc, toUnexpectedReply } from '../rpc/rpc.js'
import { createExpiry } from './expiry.js'
import { parseTransaction, type SolanaMessage } from './parseTransaction.js'

export type SendRequest = ChainRequest & {
  /** The transaction with all signatures. */
  readonly signed: Uint8Array
  readonly options?: SolanaSendOptions | undefined
}

type BroadcastRequest = Parameters<AdapterFeatures['transaction:broadcast']>[0]

/** Characters, more than any transaction takes in either encoding. */
const maxLength = 2_000

/** Sends a signed transaction that is given as base64 or base58. Throws `INVALID_PARAMS` for anything else, and as `send`. */
export async function broadcast(rpc: Rpc, { network, signed, signal }: BroadcastRequest): Promise<string> {
  const texts = typeof signed === 'string' && signed.length <= maxLength ? [signed] : []
  // a string may be valid in both encodings, but a transaction in only one
  const [bytes] = texts
    .flatMap((text) => [decode(base64, text), decode(base58, text)])
    .filter((candidate) => candidate && parseTransaction(candidate))
  if (!bytes) throw invalidParams('signed is not a transaction in base64 or base58.')
  return send(rpc, { network, signed: bytes, signal })
}

function decode(coder: typeof base64, text: string): Uint8Array | null {
  try {
    return coder.decode(text)
  } catch {
    return null // not in this encoding
  }
}

/**
 * Sends a signed transaction through the network's nodes and resolves with its signature. Repeating it is harmless, as the same
 * bytes are the same transaction: an error counts as success if the chain knows the transaction. [F31]
 *
 * Throws `INVALID_PARAMS`, `RPC_CHAIN_MISMATCH`, `TRANSACTION_REJECTED` with the node's reason, or another error of the node.
 */
export async function send(rpc: Rpc, { network, signed, options = {}, signal }: SendRequest): Promise<string> {
  const transaction = parseTransaction(signed)
  if (!transaction) throw invalidParams('signed is not a Solana transaction, legacy or version 0.')
  const missing = transaction.signatures.findIndex((signature) => signature.every((byte) => byte === 0))
  if (missing >= 0) throw invalidParams(`The signature of ${transaction.keys[missing]} is missing.`)
  const [signature = new Uint8Array()] = transaction.signatures
  const id = toBase58(signature)
  const params = [base64.encode(signed), { encoding: 'base64', preflightCommitment: 'confirmed', ...options }]
  try {
    const reply = await rpc({ network, method: 'sendTransaction', params, signal })
    if (reply !== id) throw toUnexpectedReply('sendTransaction')
  } catch (cause) {
    if (isProcessed(cause) || (await isSent(rpc, { id, network, signal }))) return id
    throw cause
  }
  return id
}

/** Whether a node's error says that the transaction is in a block already. */
function isProcessed(error: unknown): boolean {
  const reply = isLatchkeyError(error) ? error.cause : undefined
  const data = isRecord(reply) ? reply['data'] : undefined
  return isRecord(data) && data['err'] === 'AlreadyProcessed'
}

async function isSent(rpc: Rpc, request: Parameters<typeof readStatus>[1]): Promise<boolean> {
  if (request.signal.aborted) return false
  try {
    return (await readStatus(rpc, request)).kind !== 'unknown'
  } catch {
    return false // the error of sending is reported
  }
}

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
