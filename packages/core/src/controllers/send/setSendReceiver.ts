import { abortAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { clearTimer } from '../../timers.js'
import { readSendReceiver } from './readSendReceiver.js'
import { setSend } from './setSend.js'
import { sendKeys } from './state.js'
import { withSending } from './withSending.js'

/**
 * Takes the receiver as it is typed: an address is checked at once, the address of a name is asked for when the visitor pauses, on
 * EVM and where there is a service that knows names [S6.8]. Answers for what was typed before are dropped.
 */
export function setSendReceiver(modal: Modal, text: string): void {
  const to = text.trim()
  abortAttempt(modal, sendKeys.receiver)
  clearTimer(modal, sendKeys.receiver)
  const next = setSend(modal, { type: 'receiverTyped', to, receiver: { status: to === '' ? 'none' : 'checking' } })
  // `open` has given it
  if (next?.to !== to || next.receiver.status !== 'checking') return
  const { id } = next
  void withSending(
    async () => {
      const { send } = modal.getState()
      if (send?.id === id && send.to === to) await readSendReceiver(modal, send)
    },
    (error) => setSend(modal, { type: 'receiverChecked', to, receiver: { status: 'failed', error } }, id),
  )
}
