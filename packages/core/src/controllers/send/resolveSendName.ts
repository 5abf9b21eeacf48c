import type { NameProfile } from '../../api/blockchain/types.js'
import { beginAttempt } from '../../attempts.js'
import { deadlines } from '../../deadlines.js'
import type { Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { readProfile } from '../names/readProfile.js'
import { toCoinType } from '../names/toCoinType.js'
import { checkSendReceiver } from './checkSendReceiver.js'
import { setSend } from './setSend.js'
import { sendKeys } from './state.js'
import { toSendFault } from './toSendFault.js'

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
