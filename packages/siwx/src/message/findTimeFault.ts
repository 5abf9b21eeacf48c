import type { SiwxMessageFields } from '@latchkey/core'
import type { MessageFault } from './messageField.js'
import { parseTime } from './parseTime.js'

export type TimeCheck = {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Milliseconds by which clocks may differ. */
  readonly tolerance: number
}

/**
 * What of the times does not hold now. Clocks may differ where a time has not come yet; what has expired has expired. An
 * end that is not after its start is as wrong as one that is past.
 */
export function findTimeFault(fields: SiwxMessageFields, { now, tolerance }: TimeCheck): MessageFault | undefined {
  const { issuedAt, notBefore, expirationTime } = fields
  const [issued, start, end] = [issuedAt, notBefore, expirationTime].map((text) =>
    text === undefined ? undefined : (parseTime(text) ?? Number.NaN),
  )
  if (issued === undefined || !(issued <= now + tolerance))
    return { field: 'issuedAt', reason: `${issuedAt} has not come yet.` }
  if (end !== undefined && !(end > issued && end > (start ?? issued)))
    return { field: 'expirationTime', reason: `${expirationTime} is before its start.` }
  if (end !== undefined && !(end > now)) return { field: 'expirationTime', reason: `${expirationTime} has passed.` }
  if (start !== undefined && !(start <= now + tolerance))
    return { field: 'notBefore', reason: `${notBefore} has not come yet.` }
  return undefined
}
