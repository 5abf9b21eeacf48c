import {
  type AdapterFeatures,
  type Env,
  isLatchkeyError,
  isRecord,
  type TransactionMark,
  type TransactionTrace,
} from '@latchkey/core'
import { pause } from '@latchkey/core/plugin'
import { ed25519_hasher } from '@noble/curves/ed25519.js'
import { base64 } from '@scure/base'
import { invalidParams, parseBase58 } from '../encoding.js'
import type { SolanaTransaction } from '../features/types.js'
import { readStatus } from '../rpc/read.js'
import { type ChainRequest, type Rpc, toUnexpectedReply } from '../rpc/rpc.js'
import { toInstructionTexts } from './compareMessages.js'
import { createExpiry } from './expiry.js'
import { parseTransaction, type SolanaMessage } from './parseTransaction.js'

type MarkRequest = Parameters<AdapterFeatures['transaction:mark']>[0]

type FindRequest = Parameters<AdapterFeatures['transaction:find']>[0]

/** Milliseconds between two searches. */
const interval = 2_000

/** The number of signatures that are read at a time. */
const pageSize = 50

/** Errors that waiting will not fix. */
const permanentErrors: readonly string[] = ['INVALID_PARAMS', 'RPC_CHAIN_MISMATCH', 'RPC_URL_MISSING']

/**
 * Records the account's newest transaction and a digest of what the new one does. Throws `INVALID_PARAMS`, or the nodes'
 * error.
 */
export async function markTransaction(rpc: Rpc, request: MarkRequest): Promise<TransactionMark> {
  const { account, transaction } = request
  const { serialized } = transaction as Extract<SolanaTransaction, { serialized: unknown }>
  const message = serialized && parseTransaction(serialized)
  if (!message) throw invalidParams('transaction is not serialized.')
  const [last = ''] = await readSignatures(rpc, request, { address: account.address, limit: 1 })
  return { intent: toIntent(message), last }
}

/**
 * Searches for the transaction by its signature, if known, else among the account's later transactions. It is void once every
 * blockhash that the wallet may have used has expired.
 */
export async function findLostTransaction(rpc: Rpc, env: Env, request: FindRequest): Promise<TransactionTrace> {
  const { canStillSign, network, address, signal, id } = request
  const { intent, last } = request.mark
  if (typeof intent !== 'string' || typeof last !== 'string') throw invalidParams('mark is not one of this adapter.')
  const isOver = createExpiry(rpc, { network, signal }, null)
  const others = new Set<string>()

  const search = async (): Promise<TransactionTrace | undefined> => {
    const isId = id !== undefined && parseBase58(id, 64) !== null
    if (isId && (await readStatus(rpc, { id, network, signal })).kind !== 'unknown') return { status: 'found', id }
    const filter = { address, limit: pageSize, ...(last !== '' && { until: last }) }
    let page: readonly string[] = []
    let isComplete = true
    do {
      page = await readSignatures(rpc, request, { ...filter, before: page.at(-1) })
      for (const signature of page) {
        if (others.has(signature)) continue
        const message = await readTransaction(rpc, request, signature)
        if (message && toIntent(message) === intent) return { status: 'found', id: signature }
        if (message) others.add(signature)
        else isComplete = false
      }
    } while (page.length === pageSize)
    // a node may know the signature before the transaction, which may be the one
    if (!isComplete) throw toUnexpectedReply('getTransaction')
    return undefined
  }
  for (;;) {
    try {
      const trace = await search()
      if (trace) return trace
      // it may have been mined since the last search
      if (!canStillSign && (await isOver())) return (await search()) ?? { status: 'void' }
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      if (isLatchkeyError(cause) && permanentErrors.includes(cause.code)) throw cause
    }
    await pause(env, interval, signal)
  }
}

/** A digest of what a transaction does, independent of its blockhash, its fee and the wallet's guards. */
function toIntent(message: SolanaMessage): string {
  const text = [message.keys[0], ...toInstructionTexts(message)].join('\n')
  return ed25519_hasher.hashToScalar(new TextEncoder().encode(text)).toString(16)
}

type Filter = {
  readonly address: string
  readonly limit: number
  readonly until?: string | undefined
  readonly before?: string | undefined
}

/** Reads the signatures of an account, newest first (`getSignaturesForAddress`). */
async function readSignatures(
  rpc: Rpc,
  { network, signal }: ChainRequest,
  { address, ...filter }: Filter,
): Promise<readonly string[]> {
  const method = 'getSignaturesForAddress'
  const list = await rpc({ network, method, params: [address, { commitment: 'confirmed', ...filter }], signal })
  if (!Array.isArray(list)) throw toUnexpectedReply(method)
  return list.map((entry: unknown) => {
    const signature = isRecord(entry) ? entry['signature'] : undefined
    if (typeof signature !== 'string' || !parseBase58(signature, 64)) throw toUnexpectedReply(method)
    return signature
  })
}

/** Reads a transaction (`getTransaction`); null if the node doesn't have it, or its version is unsupported. */
async function readTransaction(
  rpc: Rpc,
  { network, signal }: ChainRequest,
  signature: string,
): Promise<SolanaMessage | null> {
  const options = { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 0 }
  const reply = await rpc({ network, method: 'getTransaction', params: [signature, options], signal })
  const [bytes] = isRecord(reply) && Array.isArray(reply['transaction']) ? reply['transaction'] : []
  if (reply === null) return null
  if (typeof bytes !== 'string' || bytes.length > 2_000) throw toUnexpectedReply('getTransaction')
  return parseTransaction(base64.decode(bytes))
}
