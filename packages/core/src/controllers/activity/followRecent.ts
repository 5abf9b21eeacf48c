import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { RpcError } from '../../errors/rpc.js'
import { getConnection, getLiveConnections } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { type CaipNetworkId, getNamespaces, type Namespace, parseCaipNetworkId } from '../../utils/caip.js'
import type { Connection } from '../connection/state.js'
import { fetchBalance } from '../portfolio/balance.js'
import { confirmTransaction } from '../requests/network.js'
import { type ConnectionChoice, requireConnection } from '../requests/wallet.js'
import {
  isHash,
  parseRecentTransaction,
  parseRecentTransactions,
  removeRecent,
  toRecentKey,
  updateRecent,
  writeRecent,
} from './recent.js'
import { type RecentTransaction, recentLimits } from './state.js'

/** `connectorId` and `address` select the account that has sent it. Default: the active one. */
export type AddRecentTransactionRequest = ConnectionChoice & {
  /** Hash, signature or id of a transaction that has been sent. */
  readonly hash: string
  /** What it does, in a few words in the user's language, e.g. "Mint a ticket". At most 200 characters. */
  readonly description: string
  /** The network on which it was sent. Default: that of the connected wallet. */
  readonly caipNetworkId?: CaipNetworkId | undefined
}

/**
 * Registers a transaction that the app has sent by itself, e.g. with wagmi: the account lists it, and follows it until it
 * is confirmed or has failed. The balance is read again then. It is kept for that account, also after a reload,
 * until the account disconnects. Does nothing for a known transaction.
 *
 * Throws `NOT_STARTED`, `NOT_CONNECTED`, or `INVALID_PARAMS` for an invalid hash, description or network.
 */
export function addRecentTransaction(modal: Modal, request: AddRecentTransactionRequest): void {
  const { hash, description, connectorId, address } = request
  const requested = request.caipNetworkId === undefined ? undefined : parseCaipNetworkId(request.caipNetworkId)
  if (requested === null) throw toInvalid(`caipNetworkId "${request.caipNetworkId}" is not a CAIP-2 id.`)
  const namespace = requested?.namespace ?? request.namespace
  const { connection, account } = requireConnection(modal, { namespace, connectorId, address })
  const added = parseRecentTransaction({
    caipNetworkId: request.caipNetworkId ?? connection.caipNetworkId,
    address: account.address,
    hash,
    description: typeof description === 'string' ? description.trim() : description,
    status: 'pending',
    at: modal.env.now(),
  })
  if (!added)
    throw toInvalid(
      isHash(connection.namespace, hash)
        ? `description must have 1 to ${recentLimits.description} characters.`
        : `hash "${hash}" is not that of a transaction of ${connection.namespace}.`,
    )
  if (modal.getState().recentTransactions?.some((known) => toRecentKey(known) === toRecentKey(added))) return
  writeRecent(modal, (transactions) => [added, ...transactions])
  follow(modal, added)
}

/** Removes the registered transactions of the connected account, and stops following them. Default: the active one. */
export function clearRecentTransactions(
  modal: Modal,
  { namespace = modal.getState().activeNamespace }: { readonly namespace?: Namespace | undefined } = {},
): void {
  const connection = namespace && getConnection(modal.getState(), namespace)
  if (connection) removeRecent(modal, { namespace, addresses: [connection.accounts[0].address] })
}

/** Restores the transactions of earlier page loads, and follows those without an outcome. */
export function resumeRecentTransactions(modal: Modal): void {
  const { store, persistence } = modal[internals]
  getConfirmations(modal)
  const known = store.getState().recentTransactions ?? []
  const restored = parseRecentTransactions(persistence.read().recentTransactions).filter(
    (stored) =>
      modal.env.now() - stored.at < recentLimits.age &&
      !known.some((transaction) => toRecentKey(transaction) === toRecentKey(stored)),
  )
  store.setState((state) => ({ ...state, recentTransactions: [...known, ...restored] }))
  for (const transaction of restored) {
    if (transaction.status === 'pending') follow(modal, transaction)
    else if (transaction.status === 'unconfirmed')
      follow(modal, updateRecent(modal, transaction, { status: 'pending' }))
  }
}

/** Waits for the outcome of a transaction, and records it. */
function follow(modal: Modal, transaction: RecentTransaction): void {
  const { caipNetworkId, hash, namespace } = transaction
  const controller = new AbortController()
  const confirmations = getConfirmations(modal)
  const key = toRecentKey(transaction)
  confirmations.set(key, () => controller.abort())
  confirmTransaction(modal, { caipNetworkId, id: hash, timeout: recentLimits.confirm, signal: controller.signal })
    .then(
      (outcome) => {
        const isConfirmed = outcome.status === 'confirmed'
        updateRecent(modal, transaction, {
          status: isConfirmed ? 'confirmed' : 'failed',
          // sped up: another transaction has taken its place
          ...(isConfirmed && outcome.id !== undefined && { hash: outcome.id }),
        })
        return fetchBalance(modal, { namespace, force: true })
      },
      (cause: LatchkeyError) => {
        if (controller.signal.aborted || modal[internals].signal.aborted) return
        // the next page load waits again
        updateRecent(modal, transaction, { status: 'unconfirmed' })
        if (cause.code !== 'TIMED_OUT') throw cause
      },
    )
    .catch(modal[internals].warn)
    .finally(() => confirmations.delete(key))
}

/** Returns the running confirmations. From the first call, the list of an account ends with its connection. */
function getConfirmations(modal: Modal): Map<string, () => void> {
  const inner = modal[internals]
  if (inner.confirmations) return inner.confirmations
  inner.confirmations = new Map()
  modal.subscribe((state, previous) => {
    if (state.namespaces === previous.namespaces) return
    for (const namespace of getNamespaces(previous.namespaces)) {
      const live = getLiveConnections(state, namespace)
      const isEnded = ({ connectorId }: Connection): boolean => live.every((other) => other.connectorId !== connectorId)
      const left = toAddresses(live)
      const ended = toAddresses(getLiveConnections(previous, namespace).filter(isEnded))
      removeRecent(modal, { namespace, addresses: ended.filter((address) => !left.includes(address)) })
    }
  })
  return inner.confirmations
}

function toAddresses(connections: readonly Connection[]): readonly string[] {
  return connections.flatMap(({ accounts }) => accounts.map(({ address }) => address))
}

function toInvalid(details: string): LatchkeyError {
  return new RpcError(-32602, 'INVALID_PARAMS', { details })
}
