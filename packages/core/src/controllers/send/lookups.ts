import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { beginAttempt, setTimer } from '../../modal/attempts.js'
import { deadlines } from '../../modal/deadlines.js'
import { internals, type Modal } from '../../modal/modal.js'
import { hasBlockchainApi } from '../../service/blockchain/client.js'
import type { NameProfile } from '../../service/blockchain/types.js'
import { parseAmount } from '../../utils/amounts.js'
import { type CaipNetworkId, isAddress } from '../../utils/caip.js'
import { readProfile, toCoinType } from '../names/accountName.js'
import type { Transfer } from '../transfers/state.js'
import { checkReceiver, fetchTransferFee, readToken } from '../transfers/transfer.js'
import {
  reduceSend,
  reduceSendStep,
  type SendEvent,
  type SendFault,
  type SendState,
  type SendStepEvent,
  sendDebounce,
  sendKeys,
  toFault,
} from './state.js'

/** Longer names nobody has. */
const longestName = 255

/**
 * Finds out about what was typed: what can be an address is checked, whom a name belongs to is asked for after a pause, and all else
 * is no receiver. Never rejects.
 */
export async function readSendReceiver(modal: Modal, { id, namespace, to }: SendState): Promise<void> {
  const isEvm = namespace === 'eip155'
  if (isAddress(namespace, to) && !(isEvm && !to.startsWith('0x'))) return checkSendReceiver(modal, { to, address: to })
  if (isEvm && isName(to) && hasBlockchainApi(modal))
    setTimer(modal, sendKeys.receiver, () => void resolveSendName(modal, to), sendDebounce)
  else setSend(modal, { type: 'receiverChecked', to, receiver: { status: 'invalid' } }, id)
}

function isName(text: string): boolean {
  return text.length <= longestName && /^[^\s./\\]+(\.[^\s./\\]+)+$/.test(text)
}

/** SLIP-44. An address that a name has for ether is one on every EVM chain. */
const ether = 60

/** Asks whom a name belongs to. An answer for what was typed before is dropped. Never rejects. */
export async function resolveSendName(modal: Modal, to: string): Promise<void> {
  const { send } = modal.getState()
  if (!send) return
  const { id, caipNetworkId } = send
  const attempt = beginAttempt(modal, { key: sendKeys.receiver, deadline: deadlines.read })
  try {
    const profile = await attempt.race(readProfile(modal, { name: to.toLowerCase(), signal: attempt.signal }))
    if (!attempt.isLatest()) return
    const address = profile && findAddress(profile, caipNetworkId)
    if (address !== undefined) await checkSendReceiver(modal, { to, address, name: to })
    else setSend(modal, { type: 'receiverChecked', to, receiver: { status: 'invalid' } }, id)
  } catch (cause) {
    const receiver = { status: 'failed', error: toSendFault(cause) } as const
    if (attempt.isLatest()) setSend(modal, { type: 'receiverChecked', to, receiver }, id)
  } finally {
    attempt.end()
  }
}

function findAddress({ addresses }: NameProfile, caipNetworkId: CaipNetworkId): string | undefined {
  return (addresses[String(toCoinType(caipNetworkId))] ?? addresses[String(ether)])?.address
}

export type CheckSendReceiverRequest = {
  /** What was typed. */
  readonly to: string
  /** What was typed, or whom the name belongs to. */
  readonly address: string
  readonly name?: string | undefined
}

/** Asks the adapter whether one can send to an address. An answer for what was typed before is dropped. Never rejects. */
export async function checkSendReceiver(modal: Modal, { to, address, name }: CheckSendReceiverRequest): Promise<void> {
  const { send } = modal.getState()
  if (!send) return
  const { id, caipNetworkId } = send
  const attempt = beginAttempt(modal, { key: sendKeys.receiver, deadline: deadlines.read })
  try {
    const isReceiver = await attempt.race(checkReceiver(modal, { caipNetworkId, to: address }, attempt.signal))
    const receiver = isReceiver ? ({ status: 'ready', address, name } as const) : ({ status: 'invalid' } as const)
    if (attempt.isLatest()) setSend(modal, { type: 'receiverChecked', to, receiver }, id)
  } catch (cause) {
    const receiver = { status: 'failed', error: toSendFault(cause) } as const
    if (attempt.isLatest()) setSend(modal, { type: 'receiverChecked', to, receiver }, id)
  } finally {
    attempt.end()
  }
}

/** Reads the token that `open` has named. Never rejects. */
export async function readSendToken(modal: Modal, { id, caipNetworkId, wish }: SendState): Promise<void> {
  const attempt = beginAttempt(modal, { key: sendKeys.token, deadline: deadlines.read })
  try {
    const reading = readToken(modal, { caipNetworkId, address: wish?.assetAddress }, attempt.signal)
    setSendStep(modal, { type: 'tokenRead', token: await attempt.race(reading) }, id)
  } catch (cause) {
    const error = toSendFault(cause)
    if (attempt.isLatest()) setSend(modal, { type: 'tokenFailed', error }, id)
  } finally {
    attempt.end()
  }
}

/** Reads what a transfer costs that is looked at before it is sent. Never rejects. */
export async function readSendFee(modal: Modal, send: SendState): Promise<void> {
  const transfer = toSendTransfer(send)
  if (!transfer) return
  const attempt = beginAttempt(modal, { key: sendKeys.fee, deadline: deadlines.read })
  try {
    const fee = await attempt.race(fetchTransferFee(modal, transfer, attempt.signal))
    if (attempt.isLatest()) setSendStep(modal, { type: 'feeRead', value: String(fee) }, send.id)
  } catch (cause) {
    const error = toSendFault(cause)
    if (attempt.isLatest()) setSendStep(modal, { type: 'feeFailed', error }, send.id)
  } finally {
    attempt.end()
  }
}

/** What a form that is complete says; undefined for another one. */
export function toSendTransfer(send: SendState): Transfer | undefined {
  const { namespace, caipNetworkId, address, token, receiver } = send
  const amount = token && parseAmount(send.amount, token.decimals)
  if (!amount || receiver.status !== 'ready') return undefined
  const own = token.address === undefined ? undefined : { address: token.address, decimals: token.decimals }
  return { namespace, caipNetworkId, address, to: receiver.address, amount, token: own }
}

/** Tells the form of the transfer what happened; with `id` only that one. Gives what it then is. */
export function setSend(modal: Modal, event: SendEvent, id?: number | undefined): SendState | undefined {
  return updateSend(modal, (send) => reduceSend(send, event), id)
}

/** Tells the transfer what became of it; with `id` only that one. Gives what it then is. */
export function setSendStep(modal: Modal, event: SendStepEvent, id?: number | undefined): SendState | undefined {
  return updateSend(modal, (send) => send && reduceSendStep(send, event), id)
}

/** Puts what `reduce` makes of the transfer in its place; with `id` only of that one. Gives what it then is. */
export function updateSend(
  modal: Modal,
  reduce: (send: SendState | undefined) => SendState | undefined,
  id?: number | undefined,
): SendState | undefined {
  const { store } = modal[internals]
  if (id !== undefined && store.getState().send?.id !== id) return undefined
  store.setState((state) => {
    const send = reduce(state.send)
    return send === state.send ? state : { ...state, send }
  })
  return store.getState().send
}

/** Whatever was thrown, as the state holds it. */
export function toSendFault(cause: unknown): SendFault {
  return toFault(toLatchkeyError(cause))
}
