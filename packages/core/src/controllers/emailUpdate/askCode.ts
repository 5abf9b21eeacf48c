import { InvalidCodeError } from '../../errors/login.js'
import type { Modal } from '../../modal.js'
import { parseCode } from '../login/parseCode.js'
import { toLoginError } from '../login/toLoginError.js'
import { askEmailUpdate } from './askEmailUpdate.js'
import { setEmailUpdate } from './setEmailUpdate.js'

export type AskCodeOptions<reply> = {
  /** As the visitor typed it. */
  readonly text: string
  /** The step that waits for it; in any other nothing happens. */
  readonly step: 'primary' | 'secondary'
  readonly run: (request: { readonly code: string; readonly signal: AbortSignal }) => Promise<reply>
  readonly onReply: (reply: reply) => void
}

/** Hands over a mailed code. What is none of six digits is not handed over, so that it costs no try. Never rejects. */
export async function askCode<reply>(modal: Modal, { text, step, run, onReply }: AskCodeOptions<reply>): Promise<void> {
  if (modal.getState().emailUpdate?.step !== step) return
  const code = parseCode(text)
  if (code === null) {
    setEmailUpdate(modal, { type: 'failed', error: toLoginError(new InvalidCodeError()) })
    return
  }
  setEmailUpdate(modal, { type: 'submitted' })
  await askEmailUpdate(modal, (signal) => run({ code, signal }), onReply)
}
