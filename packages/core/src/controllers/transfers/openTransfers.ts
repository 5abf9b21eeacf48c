import type { TransactionMark } from '../../contracts/features.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { isSameAddress, parseCaipNetworkId } from '../../utils/caip.js'
import { isRecord } from '../../utils/records.js'
import type { OpenTransfer, OpenTransferStatus, Sender } from './state.js'

/** The oldest ones are dropped. */
const maxCount = 20

/** Milliseconds. */
const maxAge = 7 * 24 * 3_600_000

const finalStatuses: readonly OpenTransferStatus[] = ['confirmed', 'failed', 'void']

/**
 * Returns an earlier transaction of the same account and network whose outcome the user hasn't seen, to show before
 * they send another one. Prefers those that may or may not have been sent; excludes those that wait for the wallet.
 */
export function getEarlierTransfer(state: ModalState, sender: Sender): OpenTransfer | undefined {
  const earlier =
    state.openTransfers?.filter((transfer) => transfer.status !== 'asking' && isFrom(transfer, sender)) ?? []
  return earlier.find(isUncertain) ?? earlier[0]
}

/** Whether it is uncertain if an earlier transaction of this account was sent: another one could pay twice. */
export function hasUncertainTransfer(state: ModalState, sender: Sender): boolean {
  return state.openTransfers?.some((transfer) => isUncertain(transfer) && isFrom(transfer, sender)) ?? false
}

/** Removes a transaction once the user has seen its outcome or has checked it elsewhere. */
export function dismissTransfer(modal: Modal, { id }: Pick<OpenTransfer, 'id'>): void {
  write(modal, (transfers) => transfers.filter((transfer) => transfer.id !== id))
}

/** Adds a transaction with a new id and the current time. Returns it. */
export function addOpenTransfer(modal: Modal, transfer: Omit<OpenTransfer, 'id' | 'at'>): OpenTransfer {
  const id = Array.from(modal.env.random(16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const added = { ...transfer, id: `${id}${modal.env.now().toString(36)}`, at: modal.env.now() }
  write(modal, (transfers) => [...transfers.slice(1 - maxCount), added])
  return added
}

/** Changes a transaction; does nothing if it was dismissed. */
export function updateOpenTransfer(modal: Modal, id: string, changes: Partial<OpenTransfer>): void {
  write(modal, (transfers) =>
    transfers.map((transfer) => (transfer.id === id ? { ...transfer, ...changes } : transfer)),
  )
}

/** Restores the transactions of earlier page loads from storage into the state. Returns them. */
export function restoreOpenTransfers(modal: Modal): readonly OpenTransfer[] {
  const { store, persistence } = modal[internals]
  const known = store.getState().openTransfers ?? []
  const restored = parseOpenTransfers(persistence.read().openTransfers)
    .filter(({ id, at }) => modal.env.now() - at < maxAge && !known.some((transfer) => transfer.id === id))
    // the wallet's response is no longer awaited
    .map((transfer) => ({ ...transfer, status: transfer.hash ? 'unconfirmed' : 'lost' }) as const)
  if (restored.length > 0) store.setState((state) => ({ ...state, openTransfers: [...restored, ...known] }))
  return restored
}

function isUncertain({ status }: OpenTransfer): boolean {
  return status === 'looking' || status === 'lost'
}

function isFrom(transfer: OpenTransfer, { namespace, caipNetworkId, address }: Sender): boolean {
  return transfer.caipNetworkId === caipNetworkId && isSameAddress(namespace, transfer.address, address)
}

/** Updates the state and the storage. Keeps entries that other tabs have stored. */
function write(modal: Modal, change: (transfers: readonly OpenTransfer[]) => readonly OpenTransfer[]): void {
  const { store, persistence } = modal[internals]
  const before = store.getState().openTransfers ?? []
  const after = change(before)
  store.setState((state) => ({ ...state, openTransfers: after }))
  persistence.update((data) => {
    const ownIds = [...before, ...after].map(({ id }) => id)
    const others = parseOpenTransfers(data.openTransfers).filter(({ id }) => !ownIds.includes(id))
    return { ...data, openTransfers: [...others, ...after.filter(({ status }) => !finalStatuses.includes(status))] }
  })
}

function parseOpenTransfers(value: unknown): readonly OpenTransfer[] {
  return Array.isArray(value) ? value.slice(-maxCount).flatMap((item) => parseOpenTransfer(item) ?? []) : []
}

function parseOpenTransfer(value: unknown): OpenTransfer | null {
  if (!isRecord(value)) return null
  const { id, kind, caipNetworkId, address, mark, hash, signedId, isAnswered, at } = value
  const network = parseCaipNetworkId(caipNetworkId)
  const isValid =
    network !== null &&
    typeof id === 'string' &&
    typeof address === 'string' &&
    typeof at === 'number' &&
    (hash === undefined || typeof hash === 'string') &&
    (signedId === undefined || typeof signedId === 'string') &&
    (mark === undefined || isMark(mark)) &&
    (kind === 'send' || kind === 'pay' || kind === 'swap' || kind === 'approval')
  if (!isValid) return null
  return {
    id,
    kind,
    status: hash === undefined ? 'lost' : 'unconfirmed',
    namespace: network.namespace,
    caipNetworkId: caipNetworkId as OpenTransfer['caipNetworkId'],
    address,
    at,
    isAnswered: isAnswered === true,
    ...(mark !== undefined && { mark }),
    ...(hash !== undefined && { hash }),
    ...(signedId !== undefined && { signedId }),
  }
}

function isMark(value: unknown): value is TransactionMark {
  return (
    isRecord(value) &&
    Object.values(value).every(
      (field) =>
        ['string', 'number'].includes(typeof field) ||
        (Array.isArray(field) && field.every((item) => typeof item === 'string')),
    )
  )
}
