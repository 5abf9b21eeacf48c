import { HttpStatusError } from '../../errors/http.js'
import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import { readField } from '../../utils/readField.js'

/** Whether a failed call says that asking again is of no use: the service is closed (503), or does not serve the network. */
export function isServiceClosed(fault: unknown): boolean {
  if (!isLatchkeyError(fault)) return false
  if (fault.code === 'CHAIN_NOT_SUPPORTED') return true
  if (fault instanceof HttpStatusError) return readField(fault, 'status') === 503
  return isServiceClosed(fault.cause)
}
