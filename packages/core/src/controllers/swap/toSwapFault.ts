import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import type { SwapFault } from './state.js'

/** An error as plain data. */
export function toSwapFault({ code, details, shortMessage }: LatchkeyError): SwapFault {
  return { code, message: details ?? shortMessage }
}
