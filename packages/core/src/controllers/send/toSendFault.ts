import { nameFault } from '../../errors/nameFault.js'
import type { SendFault } from './state.js'
import { toFault } from './toFault.js'

/** Whatever was thrown, as the state holds it. Never rejects. */
export async function toSendFault(cause: unknown): Promise<SendFault> {
  return toFault(await nameFault(cause))
}
