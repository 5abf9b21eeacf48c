import { hasBlockchainApi } from '../../api/blockchain/hasBlockchainApi.js'
import type { Modal } from '../../modal.js'
import { setTimer } from '../../timers.js'
import { isAddress } from '../../utils/address.js'
import { checkSendReceiver } from './checkSendReceiver.js'
import { resolveSendName } from './resolveSendName.js'
import { setSend } from './setSend.js'
import { type SendState, sendDebounce, sendKeys } from './state.js'

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
