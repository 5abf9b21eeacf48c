import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import { readField } from '../../utils/readField.js'

/** Whether a call failed as there is no such thing (HTTP 404). */
export function isNotFound(cause: unknown): boolean {
  return isLatchkeyError(cause) && cause.code === 'HTTP_STATUS' && readField(cause, 'status') === 404
}
