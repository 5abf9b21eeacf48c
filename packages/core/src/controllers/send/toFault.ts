import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import type { SendFault } from './state.js'

/** An error as the state holds it. */
export function toFault({ code, shortMessage: message, details }: LatchkeyError): SendFault {
  return { code, message, ...(details !== undefined && { details }) }
}
