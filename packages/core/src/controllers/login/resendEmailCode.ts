import { abortAttempt } from '../../attempts.js'
import { loginDeadlines } from '../../deadlines.js'
import { EmailCooldownError } from '../../errors/login.js'
import type { Modal } from '../../modal.js'
import { askStep } from './askStep.js'
import { failLogin } from './failLogin.js'
import { requireAuthFeature } from './requireAuthFeature.js'
import { setLogin } from './setLogin.js'
import { loginDelays, loginKeys } from './state.js'
import { takeAction } from './takeAction.js'
import { toLoginError } from './toLoginError.js'

/**
 * Has the mail of the login sent once more, 30 seconds after the last one at the earliest: before, `state.login.error` is
 * `EMAIL_COOLDOWN` with the seconds that are left [S5.2]. The step goes on meanwhile. Does nothing where no mail is waited for.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` or `FEATURE_NOT_SUPPORTED`.
 */
export async function resendEmailCode(modal: Modal): Promise<void> {
  const { run } = requireAuthFeature(modal, 'email:login')
  const { login } = modal.getState()
  if (login?.step !== 'device' && login?.step !== 'otp') return
  const { email, resendAt = 0 } = login
  const now = modal.env.now()
  if (resendAt > now) {
    const cause = new EmailCooldownError({ retryAfter: Math.ceil((resendAt - now) / 1_000) })
    setLogin(modal, { type: 'failed', error: toLoginError(cause) })
    return
  }
  setLogin(modal, { type: 'resending', resendAt: now + loginDelays.resend })
  await askStep(modal, {
    key: loginKeys.resend,
    deadline: loginDeadlines.request,
    ask: (signal) => run({ email, signal }),
    onReply: (action) => {
      // the link of the mail before is worth nothing any more
      abortAttempt(modal, loginKeys.step)
      return takeAction(modal, action)
    },
    onError: (error) => {
      // nothing was sent: it may be tried again at once, unless the wallet says when
      setLogin(modal, { type: 'resending', resendAt: modal.env.now() })
      failLogin(modal, error)
    },
  })
}
