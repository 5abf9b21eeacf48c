import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { readField } from '../../utils/readField.js'
import type { LoginError } from './state.js'

/** A fault as the state keeps it: with the seconds that are left, where it knows them. */
export function toLoginError(error: LatchkeyError): LoginError {
  const { code, shortMessage: message } = error
  const retryAfter = readField(error, 'retryAfter')
  return typeof retryAfter === 'number' && retryAfter > 0 ? { code, message, retryAfter } : { code, message }
}
