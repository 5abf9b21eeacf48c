import type { TransactionMark } from '../../contracts/features.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { isSameAddress, parseCaipNetworkId } from '../../utils/caip.js'
import { isRecord } from '../../utils/records.js'
import type { OpenTransfer, OpenTransferStatus, Sender } from './state.js'

/** The oldest ones are forgotten. */
const maxCount = 20
/** Milliseconds: whoever hasn't looked after a week never will. */
const maxAge = 7 * 24 * 3_600_000
const final: readonly OpenTransferStatus[] = ['confirmed', 'failed', 'void']

/**
 * A transaction of the same account on the same network whose outcome the user hasn't seen, to be shown before they send another one: those
 * that may or may not have been sent come first. One that the wallet is being asked for doesn't count.
 */
export function getEarlierTransfer(state: ModalState, sender: Sender): OpenTransfer | undefined {
  const own = state.openTransfers?.filter((transfer) => transfer.status !== 'asking' && isOf(transfer, sender)) ?? []
  return own.find(isUncertain) ?? own[0]
}

/** Whether a transaction of this account may or may not have been sent: another one would risk paying twice. */
export function hasUncertainTransfer(state: ModalState, sender: Sender): boolean {
  return state.openTransfers?.some((transfer) => isUncertain(transfer) && isOf(transfer, sender)) ?? false
}

function isUncertain({ status }: OpenTransfer): boolean {
  return status === 'looking' || status === 'lost'
}

function isOf(transfer: OpenTransfer, { namespace, caipNetworkId, address }: Sender): boolean {
  return transfer.caipNetworkId === caipNetworkId && isSameAddress(namespace, transfer.address, address)
}

/** Forgets a transaction: the user has seen what became of it, or has checked it elsewhere. */
export function dismissTransfer(modal: Modal, { id }: Pick<OpenTransfer, 'id'>): void {
  write(modal, (transfers) => transfers.filter((transfer) => transfer.id !== id))
}

export function addOpenTransfer(modal: Modal, transfer: Omit<OpenTransfer, 'id' | 'at'>): OpenTransfer {
  const id = Array.from(modal.env.random(16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const added = { ...transfer, id: `${id}${modal.env.now().toString(36)}`, at: modal.env.now() }
  write(modal, (transfers) => [...transfers.slice(1 - maxCount), added])
  return added
}

/** Changes one that is still there; one that was dismissed stays away. */
export function updateOpenTransfer(modal: Modal, id: string, changes: Partial<OpenTransfer>): void {
  write(modal, (transfers) =>
    transfers.map((transfer) => (transfer.id === id ? { ...transfer, ...changes } : transfer)),
  )
}

/** Puts those that an earlier page has left behind into the state. Returns them. */
export function restoreOpenTransfers(modal: Modal): readonly OpenTransfer[] {
  const { store, persistence } = modal[internals]
  const known = store.getState().openTransfers ?? []
  const restored = parseOpenTransfers(persistence.read().openTransfers)
    .filter(({ id, at }) => modal.env.now() - at < maxAge && !known.some((transfer) => transfer.id === id))
    // nobody waits for what the wallet says any more
    .map((transfer) => ({ ...transfer, status: transfer.hash ? 'unconfirmed' : 'lost' }) as const)
  if (restored.length > 0) store.setState((state) => ({ ...state, openTransfers: [...restored, ...known] }))
  return restored
}

/** Both the state and the storage, where another tab may have written. */
function write(modal: Modal, change: (transfers: readonly OpenTransfer[]) => readonly OpenTransfer[]): void {
  const { store, persistence } = modal[internals]
  const before = store.getState().openTransfers ?? []
  const after = change(before)
  store.setState((state) => ({ ...state, openTransfers: after }))
  persistence.update((data) => {
    const own = [...before, ...after].map(({ id }) => id)
    const others = parseOpenTransfers(data.openTransfers).filter(({ id }) => !own.includes(id))
    return { ...data, openTransfers: [...others, ...after.filter(({ status }) => !final.includes(status))] }
  })
}

function parseOpenTransfers(value: unknown): readonly OpenTransfer[] {
  return Array.isArray(value) ? value.slice(-maxCount).flatMap((item) => parseOpenTransfer(item) ?? []) : []
}

function parseOpenTransfer(value: unknown): OpenTransfer | null {
  if (!isRecord(value)) return null
  const { id, kind, caipNetworkId, address, mark, hash, signedId, isAnswered, at } = value
  const network = parseCaipNetworkId(caipNetworkId)
  const isSound =
    network !== null &&
    typeof id === 'string' &&
    typeof address === 'string' &&
    typeof at === 'number' &&
    (hash === undefined || typeof hash === 'string') &&
    (signedId === undefined || typeof signedId === 'string') &&
    (mark === undefined || isMark(mark)) &&
    (kind === 'send' || kind === 'pay' || kind === 'swap' || kind === 'approval')
  if (!isSound) return null
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
