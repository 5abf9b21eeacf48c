import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { FarcasterFailedError } from '../../errors/social.js'
import type { Modal } from '../../modal.js'
import { track } from '../events/track.js'
import { toSocialError } from '../social/toSocialError.js'
import { setFarcaster } from './setFarcaster.js'

/** Notes how the login with Farcaster failed, and tells the app. A link that nobody followed in time is such a failure [S8.7]. */
export function failFarcaster(modal: Modal, fault: LatchkeyError): void {
  const { farcaster } = modal.getState()
  const isLate = fault.code === 'TIMED_OUT' && farcaster?.step === 'shown'
  const cause = isLate
    ? new FarcasterFailedError({ cause: fault, details: 'Nobody followed the link in time.' })
    : fault
  const { code, shortMessage: message } = cause
  setFarcaster(modal, { type: 'failed', error: toSocialError(cause) })
  track(modal, 'SOCIAL_LOGIN_ERROR', { provider: 'farcaster', code, message })
}
