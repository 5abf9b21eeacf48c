import { abortAttempt } from '../../attempts.js'
import { loginDeadlines } from '../../deadlines.js'
import { InvalidCodeError } from '../../errors/login.js'
import type { Modal } from '../../modal.js'
import { askStep } from './askStep.js'
import { connectLogin } from './connectLogin.js'
import { failLogin } from './failLogin.js'
import { parseCode } from './parseCode.js'
import { requireAuthFeature } from './requireAuthFeature.js'
import { setLogin } from './setLogin.js'
import { loginKeys } from './state.js'

/**
 * Hands the mailed code to the embedded wallet, and connects where it is right. What is no code of six digits is not handed
 * over, so that it costs no try: `INVALID_CODE`. A code that is refused leads back to typing it. Does nothing where no code is
 * waited for.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` or `FEATURE_NOT_SUPPORTED`.
 */
export async function submitEmailCode(modal: Modal, { code: text }: { readonly code: string }): Promise<void> {
  const { run } = requireAuthFeature(modal, 'email:verify')
  if (modal.getState().login?.step !== 'otp') return
  const code = parseCode(text)
  if (code === null) {
    failLogin(modal, new InvalidCodeError())
    return
  }
  abortAttempt(modal, loginKeys.resend)
  setLogin(modal, { type: 'submitted' })
  await askStep(modal, {
    key: loginKeys.step,
    deadline: loginDeadlines.request,
    ask: (signal) => run({ code, signal }),
    onReply: () => {
      setLogin(modal, { type: 'verified' })
      return () => connectLogin(modal)
    },
    onError: (error) => failLogin(modal, error),
  })
}
