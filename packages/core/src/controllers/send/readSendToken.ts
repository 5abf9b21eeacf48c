import { beginAttempt } from '../../attempts.js'
import { deadlines } from '../../deadlines.js'
import type { Modal } from '../../modal.js'
import { readToken } from '../transfers/readToken.js'
import { setSend } from './setSend.js'
import { setSendStep } from './setSendStep.js'
import { type SendState, sendKeys } from './state.js'
import { toSendFault } from './toSendFault.js'

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
