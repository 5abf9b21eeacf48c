import { hasBlockchainApi } from '../../api/blockchain/hasBlockchainApi.js'
import { abortAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { clearTimer, setTimer } from '../../timers.js'
import { isAddress } from '../../utils/address.js'
import { loadSending } from './loadSending.js'
import type { SendingParts } from './sendingParts.js'
import { setSend } from './setSend.js'
import { type SendReceiver, sendDebounce, sendKeys } from './state.js'
import { toSendFault } from './toSendFault.js'

/** Longer names nobody has. */
const longestName = 255

/**
 * Takes the receiver as it is typed: an address is checked at once, the address of a name is asked for when the visitor pauses, on
 * EVM and where there is a service that knows names [S6.8]. Answers for what was typed before are dropped.
 */
export function setSendReceiver(modal: Modal, text: string): void {
  const { send } = modal.getState()
  if (!send) return
  const to = text.trim()
  abortAttempt(modal, sendKeys.receiver)
  clearTimer(modal, sendKeys.receiver)
  const isMaybeAddress = isAddress(send.namespace, to) && !(send.namespace === 'eip155' && !to.startsWith('0x'))
  const isMaybeName = send.namespace === 'eip155' && isName(to) && hasBlockchainApi(modal)
  const status: SendReceiver['status'] = to === '' ? 'none' : isMaybeAddress || isMaybeName ? 'checking' : 'invalid'
  const next = setSend(modal, { type: 'receiverTyped', to, receiver: { status } })
  // `open` has given it
  if (next?.to !== to || status !== 'checking') return
  const ask = (run: (parts: SendingParts) => Promise<void>): void => void askOf(modal, to, run)
  if (isMaybeAddress) ask(({ checkSendReceiver }) => checkSendReceiver(modal, { to, address: to }))
  else setTimer(modal, sendKeys.receiver, () => ask(({ resolveSendName }) => resolveSendName(modal, to)), sendDebounce)
}

/** Asks about what was typed, unless something else is by the time that this can be asked. */
async function askOf(modal: Modal, to: string, run: (parts: SendingParts) => Promise<void>): Promise<void> {
  const id = modal.getState().send?.id
  try {
    const parts = await loadSending()
    const { send } = modal.getState()
    if (send?.id === id && send?.to === to) await run(parts)
  } catch (cause) {
    const receiver = { status: 'failed', error: await toSendFault(cause) } as const
    setSend(modal, { type: 'receiverChecked', to, receiver }, id)
  }
}

function isName(text: string): boolean {
  return text.length <= longestName && /^[^\s./\\]+(\.[^\s./\\]+)+$/.test(text)
}
