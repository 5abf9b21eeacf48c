import { getConnection } from '../../modal/connections.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import {
  type ByNamespace,
  type CaipNetworkId,
  isSameAddress,
  type Namespace,
  parseCaipNetworkId,
} from '../../utils/caip.js'
import { isRecord } from '../../utils/records.js'
import { type RecentTransaction, type RecentTransactionStatus, recentLimits } from './state.js'

// The transactions that the app has registered, in the state and in storage.

/** What hashes look like: 32 bytes in hex, on Solana a signature in base58. Other namespaces have their own. */
const hashPatterns: ByNamespace<RegExp> = {
  eip155: /^0x[0-9a-f]{64}$/i,
  solana: /^[1-9A-HJ-NP-Za-km-z]{64,88}$/,
  bip122: /^[0-9a-f]{64}$/i,
}

const statuses: readonly RecentTransactionStatus[] = ['pending', 'unconfirmed', 'confirmed', 'failed']

/** Returns the registered transactions of the connected account of a namespace, newest first. Default: the active one. */
export function getRecentTransactions(
  state: ModalState,
  namespace: Namespace | undefined = state.activeNamespace,
): readonly RecentTransaction[] {
  const connection = namespace && getConnection(state, namespace)
  if (!connection) return []
  const senders = { namespace: connection.namespace, addresses: [connection.accounts[0].address] }
  return (state.recentTransactions ?? []).filter((transaction) => isFrom(transaction, senders))
}

/** Changes a transaction; does nothing if it was removed. Returns the changed one. */
export function updateRecent(
  modal: Modal,
  transaction: RecentTransaction,
  changes: Partial<RecentTransaction>,
): RecentTransaction {
  const updated = { ...transaction, ...changes }
  writeRecent(modal, (transactions) =>
    transactions.map((known) => (toRecentKey(known) === toRecentKey(transaction) ? { ...known, ...changes } : known)),
  )
  return updated
}

/** Removes the transactions of these accounts, also those of other tabs. */
export function removeRecent(modal: Modal, senders: Senders): void {
  if (senders.addresses.length === 0) return
  const isKept = (transaction: RecentTransaction): boolean => !isFrom(transaction, senders)
  for (const transaction of modal.getState().recentTransactions ?? [])
    if (!isKept(transaction)) modal[internals].confirmations?.get(toRecentKey(transaction))?.()
  writeRecent(modal, (transactions) => transactions.filter(isKept), isKept)
}

/** Updates the state and the storage. Keeps entries that other tabs have stored, if `isKept`. */
export function writeRecent(
  modal: Modal,
  change: (transactions: readonly RecentTransaction[]) => readonly RecentTransaction[],
  isKept: (transaction: RecentTransaction) => boolean = () => true,
): void {
  const { store, persistence } = modal[internals]
  const before = store.getState().recentTransactions ?? []
  const after = change(before).slice(0, recentLimits.count)
  store.setState((state) => ({ ...state, recentTransactions: after }))
  const own = [...before, ...after].map(toRecentKey)
  persistence.update(({ recentTransactions: stored, ...data }) => {
    const others = parseRecentTransactions(stored).filter((item) => !own.includes(toRecentKey(item)) && isKept(item))
    const kept = [...after, ...others].slice(0, recentLimits.count)
    return kept.length > 0 ? { ...data, recentTransactions: kept } : data
  })
}

export type Senders = { readonly namespace: Namespace; readonly addresses: readonly string[] }

function isFrom(transaction: RecentTransaction, { namespace, addresses }: Senders): boolean {
  return (
    transaction.namespace === namespace &&
    addresses.some((address) => isSameAddress(namespace, transaction.address, address))
  )
}

/** Parses stored transactions, dropping invalid ones. */
export function parseRecentTransactions(value: unknown): readonly RecentTransaction[] {
  return Array.isArray(value)
    ? value.slice(0, recentLimits.count).flatMap((item) => parseRecentTransaction(item) ?? [])
    : []
}

export function parseRecentTransaction(value: unknown): RecentTransaction | null {
  if (!isRecord(value)) return null
  const { caipNetworkId, address, hash, description, status, at } = value
  const network = parseCaipNetworkId(caipNetworkId)
  const isValid =
    network !== null &&
    typeof address === 'string' &&
    typeof description === 'string' &&
    description.length > 0 &&
    description.length <= recentLimits.description &&
    typeof at === 'number' &&
    isHash(network.namespace, hash)
  if (!isValid || !isStatus(status)) return null
  const { namespace } = network
  return { namespace, caipNetworkId: caipNetworkId as CaipNetworkId, address, hash, description, status, at }
}

/** Whether a value looks like the hash of a transaction. */
export function isHash(namespace: Namespace, value: unknown): value is string {
  return typeof value === 'string' && (hashPatterns[namespace] ?? /^[\w+/=.:-]{8,256}$/).test(value)
}

function isStatus(value: unknown): value is RecentTransactionStatus {
  return statuses.includes(value as RecentTransactionStatus)
}

/** Identifies a transaction. */
export function toRecentKey({ caipNetworkId, hash }: Pick<RecentTransaction, 'caipNetworkId' | 'hash'>): string {
  return `${caipNetworkId}:${hash.toLowerCase()}`
}
