import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { SendFault } from './state.js'

/** A fault as the state holds it. */
export function toSendFault(cause: unknown): SendFault {
  const { code, shortMessage: message, details } = toLatchkeyError(cause)
  return { code, message, ...(details !== undefined && { details }) }
}
