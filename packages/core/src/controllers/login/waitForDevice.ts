import { abortAttempt } from '../../attempts.js'
import { loginDeadlines } from '../../deadlines.js'
import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import type { ConnectorFeatures } from '../../features.js'
import type { Modal } from '../../modal.js'
import { askStep } from './askStep.js'
import { failLogin } from './failLogin.js'
import { requireAuthFeature } from './requireAuthFeature.js'
import { setLogin } from './setLogin.js'
import { showStep } from './showStep.js'
import { loginKeys } from './state.js'

/** How often a frame is asked again whose own limit of two minutes is shorter than the life of the link. */
const rounds = 5

/** Waits until the visitor has followed the mailed link, for ten minutes; then a code comes. */
export function waitForDevice(modal: Modal): Promise<void> {
  return askStep(modal, {
    key: loginKeys.step,
    deadline: loginDeadlines.device,
    ask: (signal) => askApproval(requireAuthFeature(modal, 'email:approveDevice').run, signal),
    onReply: () => {
      abortAttempt(modal, loginKeys.resend)
      setLogin(modal, { type: 'approved' })
      showStep(modal, 'EmailVerifyOtp')
      return undefined
    },
    onError: (error) => failLogin(modal, error),
  })
}

async function askApproval(approve: ConnectorFeatures['email:approveDevice'], signal: AbortSignal): Promise<void> {
  for (let round = 1; ; round++) {
    try {
      return await approve({ signal })
    } catch (cause) {
      const isEarly = isLatchkeyError(cause) && cause.code === 'FRAME_REQUEST_TIMED_OUT'
      if (!isEarly || round === rounds || signal.aborted) throw cause
    }
  }
}
