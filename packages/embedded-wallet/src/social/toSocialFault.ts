import { isLatchkeyError } from '@latchkey/core'
import { SocialFailedError } from '@latchkey/core/plugin'

/** The visitor was waited for in vain. */
export function createLateFault(): SocialFailedError {
  return new SocialFailedError({ details: 'Nobody came back from the provider within 10 minutes.' })
}

/** What the frame said no to is a login that failed, and why; all else is as it came. [S8.8] */
export function toSocialFault(cause: unknown): unknown {
  if (!isLatchkeyError(cause) || cause.code !== 'FRAME_FAILED') return cause
  return new SocialFailedError({ cause, details: cause.shortMessage })
}

/** The number that the frame gave with its error. */
export function getFaultCode(cause: unknown): unknown {
  return isLatchkeyError(cause) && 'rpcCode' in cause ? cause.rpcCode : undefined
}
