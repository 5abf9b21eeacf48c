import type { SiwxMessageFields } from '@latchkey/core'
import { parseTime } from './parseTime.js'

/** Whether a sign-in holds at a time, in milliseconds since the epoch: begun, and not over. Never where a time is none. */
export function isSessionTime({ notBefore, expirationTime }: SiwxMessageFields, now: number): boolean {
  const start = notBefore === undefined ? Number.NEGATIVE_INFINITY : parseTime(notBefore)
  const end = expirationTime === undefined ? Number.POSITIVE_INFINITY : parseTime(expirationTime)
  return start !== null && end !== null && start <= now && now < end
}
