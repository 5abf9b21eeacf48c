import { beginAttempt, setTimer } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { timeouts } from '../../modal/timeouts.js'
import { hasBlockchainApi } from '../../service/blockchain/client.js'
import { parseAmount, toDecimal } from '../../utils/amounts.js'
import { isAddress, isSameAddress } from '../../utils/caip.js'
import { findAddress, readProfile } from '../names/accountName.js'
import { getAtomicHolding } from '../transfers/holding.js'
import type { Transfer } from '../transfers/state.js'
import { checkReceiver, fetchTransferFee, readToken } from '../transfers/transfer.js'
import {
  reduceSend,
  reduceSendStep,
  type SendEvent,
  type SendState,
  type SendStepEvent,
  sendDebounce,
  sendKeys,
  toSendError,
} from './state.js'

/** Checks the typed receiver: an address at once, a name after a pause; anything else is invalid. Never rejects. */
export async function readSendReceiver(modal: Modal, { id, namespace, to }: SendState): Promise<void> {
  const isEvm = namespace === 'eip155'
  if (isAddress(namespace, to) && !(isEvm && !to.startsWith('0x'))) return checkSendReceiver(modal, { to, address: to })
  if (isEvm && isName(to) && hasBlockchainApi(modal))
    setTimer(modal, sendKeys.receiver, () => void resolveSendName(modal, to), sendDebounce)
  else setSend(modal, { type: 'receiverChecked', to, receiver: { status: 'invalid' } }, id)
}

/** Reads the preset token. Never rejects. */
export async function readSendToken(modal: Modal, { id, caipNetworkId, preset }: SendState): Promise<void> {
  const attempt = beginAttempt(modal, { key: sendKeys.token, timeout: timeouts.read })
  try {
    const reading = readToken(modal, { caipNetworkId, address: preset?.assetAddress }, attempt.signal)
    setSendStep(modal, { type: 'tokenRead', token: await attempt.race(reading) }, id)
  } catch (cause) {
    const error = toSendError(cause)
    if (attempt.isLatest()) setSend(modal, { type: 'tokenFailed', error }, id)
  } finally {
    attempt.end()
  }
}

/**
 * Reads the fee of the transfer in the preview. The amount that "Max" has set becomes what this fee leaves; where it leaves
 * nothing, it stays, and `getSendProblem` reports the fee. Never rejects.
 */
export async function readSendFee(modal: Modal, send: SendState): Promise<void> {
  const { id, token } = send
  const transfer = toSendTransfer(send)
  if (!transfer || !token) return
  const balance = getMaxBalance(modal, send)
  const attempt = beginAttempt(modal, { key: sendKeys.fee, timeout: timeouts.read })
  const read = (amount: bigint): Promise<bigint> => fetchTransferFee(modal, { ...transfer, amount }, attempt.signal)
  try {
    const cost = await attempt.race(read(balance ?? transfer.amount))
    const rest = balance !== undefined && balance > cost ? balance - cost : undefined
    // the cost of sending all includes coins that no transfer can send, and nodes may refuse the rest, e.g. as too small
    const fee = balance === undefined ? cost : await attempt.race(read(rest ?? transfer.amount))
    if (!attempt.isLatest()) return
    // the rest leaves `cost` for the fee
    const hasRisen = fee > cost
    const amount = rest === undefined ? undefined : toDecimal(rest, token.decimals)
    setSendStep(modal, { type: 'feeRead', value: String(hasRisen ? cost : fee), amount }, id)
  } catch (cause) {
    const error = toSendError(cause)
    if (attempt.isLatest()) setSendStep(modal, { type: 'feeFailed', error }, id)
  } finally {
    attempt.end()
  }
}

/** Returns the balance of which "Max" has set the amount; undefined without "Max", or once another account is active. */
function getMaxBalance(modal: Modal, { namespace, caipNetworkId, address, isMax }: SendState): bigint | undefined {
  const state = modal.getState()
  const active = getConnection(state, namespace)?.accounts[0].address
  const isSender = active !== undefined && isSameAddress(namespace, active, address)
  return isMax && isSender ? getAtomicHolding(state, namespace, { caipNetworkId }) : undefined
}

/** Returns the transfer of a complete form; undefined if incomplete. */
export function toSendTransfer(send: SendState): Transfer | undefined {
  const { namespace, caipNetworkId, address, token, receiver } = send
  const amount = token && parseAmount(send.amount, token.decimals)
  if (!amount || receiver.status !== 'ready') return undefined
  const contract = token.address === undefined ? undefined : { address: token.address, decimals: token.decimals }
  return { namespace, caipNetworkId, address, to: receiver.address, amount, token: contract }
}

/**
 * Applies a form event to the transfer (with `id`: only to that one). Returns the new state; undefined for another id.
 */
export function setSend(modal: Modal, event: SendEvent, id?: number | undefined): SendState | undefined {
  return updateSend(modal, (send) => reduceSend(send, event), id)
}

/**
 * Applies a step event to the transfer (with `id`: only to that one). Returns the new state; undefined for another id.
 */
export function setSendStep(modal: Modal, event: SendStepEvent, id?: number | undefined): SendState | undefined {
  return updateSend(modal, (send) => send && reduceSendStep(send, event), id)
}

/** No registry takes longer names. */
const maxNameLength = 255

function isName(text: string): boolean {
  return text.length <= maxNameLength && /^[^\s./\\]+(\.[^\s./\\]+)+$/.test(text)
}

/** Resolves a name to an address. Drops the response for an earlier text. Never rejects. */
async function resolveSendName(modal: Modal, to: string): Promise<void> {
  const { send } = modal.getState()
  if (!send) return
  const { id, caipNetworkId } = send
  const attempt = beginAttempt(modal, { key: sendKeys.receiver, timeout: timeouts.read })
  try {
    const profile = await attempt.race(readProfile(modal, { name: to.toLowerCase(), signal: attempt.signal }))
    if (!attempt.isLatest()) return
    const address = profile && findAddress(profile, caipNetworkId)
    if (address !== undefined) await checkSendReceiver(modal, { to, address, name: to })
    else setSend(modal, { type: 'receiverChecked', to, receiver: { status: 'invalid' } }, id)
  } catch (cause) {
    const receiver = { status: 'failed', error: toSendError(cause) } as const
    if (attempt.isLatest()) setSend(modal, { type: 'receiverChecked', to, receiver }, id)
  } finally {
    attempt.end()
  }
}

type CheckSendReceiverRequest = {
  /** As typed. */
  readonly to: string
  /** The typed address, or the address of the typed name. */
  readonly address: string
  readonly name?: string | undefined
}

/** Validates an address with the adapter. Drops the response for an earlier text. Never rejects. */
async function checkSendReceiver(modal: Modal, { to, address, name }: CheckSendReceiverRequest): Promise<void> {
  const { send } = modal.getState()
  if (!send) return
  const { id, caipNetworkId } = send
  const attempt = beginAttempt(modal, { key: sendKeys.receiver, timeout: timeouts.read })
  try {
    const isReceiver = await attempt.race(checkReceiver(modal, { caipNetworkId, to: address }, attempt.signal))
    const receiver = isReceiver ? ({ status: 'ready', address, name } as const) : ({ status: 'invalid' } as const)
    if (attempt.isLatest()) setSend(modal, { type: 'receiverChecked', to, receiver }, id)
  } catch (cause) {
    const receiver = { status: 'failed', error: toSendError(cause) } as const
    if (attempt.isLatest()) setSend(modal, { type: 'receiverChecked', to, receiver }, id)
  } finally {
    attempt.end()
  }
}

function updateSend(
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
