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
import { internals, type Modal } from '../../modal/modal.js'
import { findNetwork } from '../../modal/namespaces.js'
import { timeouts } from '../../modal/timeouts.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { requireConnection, requireNetwork, type SendTransactionRequest } from './wallet.js'

type AdapterRequest = {
  /** A network, or the id of one of the modal's networks. */
  readonly network: Network | CaipNetworkId
  /** Milliseconds until `TIMED_OUT`. */
  readonly timeout: number
  readonly signal?: AbortSignal | undefined
}

export type BroadcastTransactionRequest = {
  readonly caipNetworkId: CaipNetworkId
  /** A signed transaction as the network's nodes accept it: 0x hex on EVM, base64 on Solana, hex on Bitcoin. */
  readonly signed: string
  readonly signal?: AbortSignal | undefined
}

export type ConfirmTransactionRequest = {
  readonly caipNetworkId: CaipNetworkId
  /** Hash, signature or id that `sendTransaction` resolved with. */
  readonly id: string
  /** The signed bytes, if known: they determine how long the transaction is valid. */
  readonly signed?: Uint8Array | undefined
  /** The mark of `transaction:mark`, which identifies a transaction that replaced this one with the same effect. */
  readonly mark?: TransactionMark | undefined
  /** Milliseconds until `TIMED_OUT`. Default: five minutes. */
  readonly timeout?: number | undefined
  readonly signal?: AbortSignal | undefined
}

type FindTransactionRequest = {
  readonly caipNetworkId: CaipNetworkId
  /** The account that was to send it. */
  readonly address: string
  /** The mark of `transaction:mark`, recorded before the wallet was asked. */
  readonly mark: TransactionMark
  readonly id?: string | undefined
  readonly canStillSign: boolean
  readonly signal?: AbortSignal | undefined
}

/** Calls a feature of a network's adapter with a timeout. Needs no wallet. */
export async function callAdapter<name extends keyof AdapterFeatures, reply>(
  modal: Modal,
  feature: name,
  { network: wanted, timeout, signal }: AdapterRequest,
  run: (
    call: AdapterFeatures[name],
    base: { readonly network: Network; readonly signal: AbortSignal },
  ) => Promise<reply>,
): Promise<reply> {
  assertStarted(modal)
  const network = typeof wanted === 'string' ? requireKnownNetwork(modal, wanted) : wanted
  const call = modal[internals].adapters.get(network.chainNamespace)?.features[feature]
  if (!call) throw new FeatureNotSupportedError({ feature, by: `The ${network.chainNamespace} adapter` })
  const attempt = beginAttempt(modal, { timeout, signal })
  try {
    return await attempt.race(run(call as AdapterFeatures[name], { network, signal: attempt.signal }))
  } catch (cause) {
    throw toLatchkeyError(cause)
  } finally {
    attempt.end()
  }
}

/** Estimates the units of gas that a transaction needs. Asks the network, not the wallet. */
export async function estimateGas(modal: Modal, request: SendTransactionRequest): Promise<bigint> {
  const { signal, transaction, ...choice } = request
  const { connection, account } = requireConnection(modal, choice)
  const network = requireNetwork(modal, connection)
  return callAdapter(modal, 'gas:estimate', { network, signal, timeout: timeouts.read }, (estimate, base) =>
    estimate({ account, transaction, ...base }),
  )
}

/**
 * Broadcasts a signed transaction to the nodes of its network. Needs no wallet. Broadcasting the same bytes again
 * returns the same hash.
 */
export function broadcastTransaction(modal: Modal, request: BroadcastTransactionRequest): Promise<string> {
  const { caipNetworkId: network, signed, signal } = request
  return callAdapter(modal, 'transaction:broadcast', { network, signal, timeout: timeouts.read }, (broadcast, base) =>
    broadcast({ signed, ...base }),
  )
}

/**
 * Waits until a sent transaction is included in a block or can no longer be. Needs no wallet. A transaction that the
 * chain rejected resolves as `failed`. Throws `NETWORK_NOT_FOUND`, `FEATURE_NOT_SUPPORTED`, `TIMED_OUT` or `ABORTED`.
 */
export function confirmTransaction(modal: Modal, request: ConfirmTransactionRequest): Promise<TransactionOutcome> {
  const { timeout = timeouts.confirm, caipNetworkId: network, signal: outer, ...own } = request
  return callAdapter(modal, 'transaction:confirm', { network, timeout, signal: outer }, (confirm, base) =>
    confirm({ ...own, ...base }),
  )
}

/**
 * Searches a network for a transaction after a send without a response. Needs no wallet. Throws `NETWORK_NOT_FOUND`,
 * `FEATURE_NOT_SUPPORTED`, `ABORTED`, and `TIMED_OUT` if it was neither found nor ruled out.
 */
export function findTransaction(modal: Modal, request: FindTransactionRequest): Promise<TransactionTrace> {
  const { caipNetworkId: network, signal: outer, ...own } = request
  return callAdapter(modal, 'transaction:find', { network, timeout: timeouts.find, signal: outer }, (find, base) =>
    find({ ...own, ...base }),
  )
}

function requireKnownNetwork(modal: Modal, caipNetworkId: CaipNetworkId): Network {
  const network = findNetwork(modal.getState(), caipNetworkId)
  if (!network) throw new NetworkNotFoundError({ caipNetworkId })
  return network
}
