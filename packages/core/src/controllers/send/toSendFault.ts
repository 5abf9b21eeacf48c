import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { SendFault } from './state.js'
import { toFault } from './toFault.js'

/** Whatever was thrown, as the state holds it. */
export function toSendFault(cause: unknown): SendFault {
  return toFault(toLatchkeyError(cause))
}
