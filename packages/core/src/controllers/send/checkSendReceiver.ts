import { beginAttempt } from '../../attempts.js'
import { deadlines } from '../../deadlines.js'
import type { Modal } from '../../modal.js'
import { checkReceiver } from '../transfers/checkReceiver.js'
import { setSend } from './setSend.js'
import { sendKeys } from './state.js'
import { toSendFault } from './toSendFault.js'

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
