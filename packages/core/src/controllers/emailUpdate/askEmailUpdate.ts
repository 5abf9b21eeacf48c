import { loginDeadlines } from '../../deadlines.js'
import type { Modal } from '../../modal.js'
import { askStep, type StepOptions } from '../login/askStep.js'
import { toLoginError } from '../login/toLoginError.js'
import { setEmailUpdate } from './setEmailUpdate.js'
import { emailUpdateKey } from './state.js'

/** One step of a change of email. Never rejects. */
export function askEmailUpdate<reply>(
  modal: Modal,
  ask: StepOptions<reply>['ask'],
  onReply: (reply: reply) => void,
): Promise<void> {
  return askStep(modal, {
    key: emailUpdateKey,
    deadline: loginDeadlines.request,
    ask,
    onReply: (reply) => {
      onReply(reply)
      return undefined
    },
    onError: (error) => setEmailUpdate(modal, { type: 'failed', error: toLoginError(error) }),
  })
}
