import type { CustodyError } from '../../protocol/custody.js'
import { CustodyFault } from '../CustodyFault.js'
import { isUnavailable } from '../database/isUnavailable.js'
import { UnknownKeyError } from '../sealing/rotatingKey.js'

/** Seconds. */
const retryAfter = 5

/** What a caller is told of a fault; nothing of the inside. */
export function toError(cause: unknown): CustodyError {
  if (cause instanceof CustodyFault) {
    const { code, message, retryAfter, now } = cause
    return { code, message, ...(retryAfter !== undefined && { retryAfter }), ...(now !== undefined && { now }) }
  }
  if (isUnavailable(cause) || cause instanceof UnknownKeyError)
    return { code: 'UNAVAILABLE', message: 'The wallet service cannot be reached for the moment.', retryAfter }
  return { code: 'INTERNAL', message: 'Something broke in the wallet service.' }
}
