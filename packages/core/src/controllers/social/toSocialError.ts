import type { ErrorCode } from '../../errors/codes.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import type { SocialLoginError } from './state.js'

/** Faults whose details are the words of another site. */
const worded: readonly ErrorCode[] = ['SOCIAL_FAILED', 'FARCASTER_FAILED']
/** Characters. */
const longest = 200

/** A fault as the state keeps it: with what the other site said, cut to what is safe to show. */
export function toSocialError({ code, shortMessage: message, details = '' }: LatchkeyError): SocialLoginError {
  const visible = details.slice(0, 1_000).replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
  const words = [...visible.trim()].slice(0, longest).join('')
  return worded.includes(code) && words ? { code, message, details: words } : { code, message }
}
