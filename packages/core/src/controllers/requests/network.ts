import type {
  AdapterFeatures,
  TransactionMark,
  TransactionOutcome,
  TransactionTrace,
} from '../../contracts/features.js'
import type { Network } from '../../contracts/network.js'
import { FeatureNotSupportedError } from '../../errors/connection.js'
import { NetworkNotFoundError } from '../../errors/network.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { assertStarted, beginAttempt } from '../../modal/attempts.js'
import { deadlines } from '../../modal/deadlines.js'
import { internals, type Modal } from '../../modal/modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { requireConnection, requireNetwork, type SendTransactionRequest } from './wallet.js'

type AdapterRequest = {
  /** By its id one of this modal's. */
  readonly network: Network | CaipNetworkId
  /** Milliseconds. */
  readonly deadline: number
  readonly signal?: AbortSignal | undefined
}

/** Calls a feature of the adapter that a network belongs to, with a deadline; needs no wallet. */
export async function askAdapter<name extends keyof AdapterFeatures, reply>(
  modal: Modal,
  feature: name,
  { network: wanted, deadline, signal }: AdapterRequest,
  run: (
    ask: AdapterFeatures[name],
    base: { readonly network: Network; readonly signal: AbortSignal },
  ) => Promise<reply>,
): Promise<reply> {
  assertStarted(modal)
  const network = typeof wanted === 'string' ? findNetwork(modal, wanted) : wanted
  const ask = modal[internals].adapters.get(network.chainNamespace)?.features[feature]
  if (!ask) throw new FeatureNotSupportedError({ feature, by: `The ${network.chainNamespace} adapter` })
  const attempt = beginAttempt(modal, { deadline, signal })
  try {
    return await attempt.race(run(ask as AdapterFeatures[name], { network, signal: attempt.signal }))
  } catch (cause) {
    throw toLatchkeyError(cause)
  } finally {
    attempt.end()
  }
}

function findNetwork(modal: Modal, caipNetworkId: CaipNetworkId): Network {
  const network = modal.getState().networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
  if (!network) throw new NetworkNotFoundError({ caipNetworkId })
  return network
}

/** Units of gas that a transaction needs, asked from the network, not from the wallet. */
export async function estimateGas(modal: Modal, request: SendTransactionRequest): Promise<bigint> {
  const { signal, transaction, ...choice } = request
  const { connection, account } = requireConnection(modal, choice)
  const network = requireNetwork(modal, connection)
  return askAdapter(modal, 'gas:estimate', { network, signal, deadline: deadlines.read }, (estimate, base) =>
    estimate({ account, transaction, ...base }),
  )
}

export type BroadcastTransactionRequest = {
  readonly caipNetworkId: CaipNetworkId
  /** A signed transaction as the network's nodes take it: 0x hex on EVM, base64 on Solana, hex on Bitcoin. */
  readonly signed: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Hands a transaction that is signed already to the nodes of its network; needs no wallet. The same bytes may be handed
 * over again: that ends in the same hash.
 */
export function broadcastTransaction(modal: Modal, request: BroadcastTransactionRequest): Promise<string> {
  const { caipNetworkId: network, signed, signal } = request
  return askAdapter(modal, 'transaction:broadcast', { network, signal, deadline: deadlines.read }, (broadcast, base) =>
    broadcast({ signed, ...base }),
  )
}

export type ConfirmTransactionRequest = {
  readonly caipNetworkId: CaipNetworkId
  /** Hash, signature or id, as `sendTransaction` resolved with. */
  readonly id: string
  /** The signed bytes where they are known: they say how long the transaction is valid. */
  readonly signed?: Uint8Array | undefined
  /** As `transaction:mark` gave it: a transaction that has replaced this one with the same effect is recognized by it. */
  readonly mark?: TransactionMark | undefined
  /** Milliseconds until `TIMED_OUT`; five minutes unless told. */
  readonly deadline?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Waits until a sent transaction is in a block or can no longer come into one; needs no wallet. A transaction that the
 * chain refused resolves as `failed`. Throws `NETWORK_NOT_FOUND`, `FEATURE_NOT_SUPPORTED`, `TIMED_OUT` or `ABORTED`.
 */
export function confirmTransaction(modal: Modal, request: ConfirmTransactionRequest): Promise<TransactionOutcome> {
  const { deadline = deadlines.confirm, caipNetworkId: network, signal: outer, ...own } = request
  return askAdapter(modal, 'transaction:confirm', { network, deadline, signal: outer }, (confirm, base) =>
    confirm({ ...own, ...base }),
  )
}

type FindTransactionRequest = {
  readonly caipNetworkId: CaipNetworkId
  /** The account that was to send it. */
  readonly address: string
  /** As `transaction:mark` gave it, before the wallet was asked. */
  readonly mark: TransactionMark
  readonly id?: string | undefined
  readonly canStillSign: boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Searches a network for a transaction whose sending ended without an answer; needs no wallet. Throws `NETWORK_NOT_FOUND`,
 * `FEATURE_NOT_SUPPORTED`, `ABORTED`, and `TIMED_OUT` where it neither was found nor can be ruled out.
 */
export function findTransaction(modal: Modal, request: FindTransactionRequest): Promise<TransactionTrace> {
  const { caipNetworkId: network, signal: outer, ...own } = request
  return askAdapter(modal, 'transaction:find', { network, deadline: deadlines.find, signal: outer }, (find, base) =>
    find({ ...own, ...base }),
  )
}
